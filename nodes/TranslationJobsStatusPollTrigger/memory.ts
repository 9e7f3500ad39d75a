import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { TranslationRequest } from '../api/resources';
import { BoundedMap } from '../core/caches';
import type { NextPage } from '../http/pages';
import { IN_REVIEW } from '../rules/statuses';
import { PROCESS_RUN } from '../triggers/processRun';
import { noteReview } from '../triggers/reviewDates';
import { shortHash, splitHashes } from '../triggers/shortHash';
import type { Settings } from './settings';

/** No more processes than this poll one workflow at the same time. */
const MAX_RUNS = 4;
/** Limits what n8n stores. Beyond it, an update repeated after an approval may get another key. */
const MAX_DATES = 5_000;
const MAX_REFUSED = 1_000;
const MAX_NODES = 10_000;
/** Entries of an endless list are never forgotten. This is ten times what the service keeps. */
const MAX_FILTERED = 100_000;
const MAX_SKIPPED_POLLS = 64;
/** Beyond it, the oldest come again. */
const MAX_SEEN = 50_000;

/** What n8n keeps, in its static data. */
interface Stored extends IDataObject {
	/** Process run → updates that it handed over and that are not acknowledged yet. */
	handedOver?: Record<string, string[]>;
	/** Confirmed hand-overs of what nobody acknowledges, as short hashes. */
	seen?: string;
	/** In how many polls the job of an update was refused. */
	refused?: Record<string, number>;
	/** When the requests that were handed over entered review. */
	inReviewSince?: Record<string, string>;
}

/** What this process keeps. Without it, updates are listed and read again. */
interface Skipped {
	settings?: string;
	/** Excluded by events or filters, until the settings change. */
	filtered: Set<string>;
	/** Their job cannot be read for now. Each failure doubles the number of polls to skip. */
	unreadable: Map<string, { pollsLeft: number; tries: number }>;
	/** Where to continue a list that is too long for one poll. */
	nextPage?: NextPage;
}

const memories = new BoundedMap<Skipped>({ maxEntries: MAX_NODES });

/**
 * What a node knows about listed updates. Only the run of the process that handed an update over
 * knows that its execution started. To another run the update is new.
 */
export class Memory {
	private readonly runs: Map<string, Set<string>>;
	private readonly seen: Set<string>;
	private readonly refused: Map<string, number>;
	private readonly skipped: Skipped;

	constructor(
		private readonly store: Stored,
		node: string,
		settings: Settings,
	) {
		const { handedOver = {}, seen = '', refused = {}, inReviewSince = {} } = store;
		this.runs = new Map(Object.entries(handedOver).map(([run, ids]) => [run, new Set(ids)]));
		this.seen = splitHashes(seen);
		this.refused = new Map(Object.entries(refused));
		// An update that is repeated after a restart keeps its key, even if it was approved since.
		for (const [requestId, date] of Object.entries(inReviewSince)) noteReview(requestId, date);
		this.skipped = recallSkipped(node, JSON.stringify(settings));
	}

	/** The page where this poll begins. If it fails, the next one starts from the first page. */
	takeNextPage(): NextPage | undefined {
		const { nextPage } = this.skipped;
		this.skipped.nextPage = undefined;
		return nextPage;
	}

	continueAt(page: NextPage | undefined) {
		this.skipped.nextPage = page;
	}

	/** Neither handed over for good nor skipped. */
	isWork(updateId: string): boolean {
		const { filtered, unreadable } = this.skipped;
		return (
			!this.seen.has(shortHash(updateId)) &&
			!filtered.has(updateId) &&
			(unreadable.get(updateId)?.pollsLeft ?? -1) < 0
		);
	}

	isHandedOver(updateId: string): boolean {
		return this.runs.get(PROCESS_RUN)?.has(updateId) ?? false;
	}

	/** How often its job could not be read. */
	triesOf(updateId: string): number {
		return this.skipped.unreadable.get(updateId)?.tries ?? 0;
	}

	handOver(updateIds: Iterable<string>) {
		const own = new Set([...(this.runs.get(PROCESS_RUN) ?? []), ...updateIds]);
		// The newest run comes last.
		this.runs.delete(PROCESS_RUN);
		this.runs.set(PROCESS_RUN, own);
	}

	/** For what stays listed and need not come a third time, whatever happened to its execution. */
	handOverOnce(id: string) {
		const isSecond = [...this.runs.values()].some((ids) => ids.has(id));
		if (isSecond) this.confirm([id]);
		else this.handOver([id]);
	}

	/** For updates that stay listed: a later poll of the same run proves that they started. */
	confirm(updateIds: Iterable<string>) {
		for (const id of updateIds) this.seen.add(shortHash(id));
		this.forget(updateIds);
	}

	forget(updateIds: Iterable<string>) {
		for (const id of updateIds) for (const ids of this.runs.values()) ids.delete(id);
	}

	skipFiltered(updateId: string) {
		this.skipped.filtered.add(updateId);
	}

	skipUnreadable(updateId: string) {
		const tries = this.triesOf(updateId) + 1;
		const pollsLeft = Math.min(MAX_SKIPPED_POLLS, 2 ** (tries - 1));
		this.skipped.unreadable.set(updateId, { tries, pollsLeft });
	}

	/** Returns in how many polls its job was refused, including this one. */
	countRefusal(updateId: string): number {
		const times = (this.refused.get(updateId) ?? 0) + 1;
		this.refused.set(updateId, times);
		return times;
	}

	forgetAllBut(listed: ReadonlySet<string>) {
		const { filtered, unreadable } = this.skipped;
		for (const ids of [...this.runs.values(), filtered, unreadable, this.refused])
			for (const id of ids.keys()) if (!listed.has(id)) ids.delete(id);
		const hashes = new Set([...listed].map(shortHash));
		for (const hash of this.seen) if (!hashes.has(hash)) this.seen.delete(hash);
	}

	/** @param items - What this poll hands over. */
	save(items: readonly INodeExecutionData[]) {
		const { store, seen, refused } = this;
		const open = [...this.runs].filter(([, ids]) => ids.size > 0);
		store.handedOver = Object.fromEntries(
			open.slice(-MAX_RUNS).map(([run, ids]) => [run, [...ids]]),
		);
		if (seen.size > 0) store.seen = [...seen].slice(-MAX_SEEN).join('');
		else delete store.seen;
		if (refused.size > 0) store.refused = Object.fromEntries([...refused].slice(0, MAX_REFUSED));
		else delete store.refused;
		// New dates replace the old ones. Otherwise these stay until all is acknowledged.
		const dates = reviewDatesOf(items);
		if (dates.length > 0) store.inReviewSince = Object.fromEntries(dates.slice(0, MAX_DATES));
		else if (open.length === 0) delete store.inReviewSince;
	}
}

function recallSkipped(node: string, settings: string): Skipped {
	const skipped: Skipped = memories.get(node) ?? { filtered: new Set(), unreadable: new Map() };
	if (skipped.settings !== settings || skipped.filtered.size > MAX_FILTERED) {
		skipped.settings = settings;
		skipped.filtered.clear();
		skipped.unreadable.clear();
	}
	for (const entry of skipped.unreadable.values()) entry.pollsLeft -= 1;
	return memories.set(node, skipped);
}

const reviewDatesOf = (items: readonly INodeExecutionData[]): Array<[string, string]> =>
	items.flatMap(({ json }): Array<[string, string]> => {
		const { requestId, statusCode, modifiedDate } = (json.request ?? {}) as TranslationRequest;
		return statusCode === IN_REVIEW && modifiedDate ? [[requestId, modifiedDate]] : [];
	});
