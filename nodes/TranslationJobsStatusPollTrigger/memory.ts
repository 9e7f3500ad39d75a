import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { StatusUpdate, TranslationRequest } from '../api/resources';
import { BoundedMap } from '../core/caches';
import { Ledger, PROCESS_RUN, shortHash } from '../core/ledger';
import type { NextPage } from '../http/pages';
import { IN_REVIEW } from '../rules/statuses';
import { ALONE_FROM, nextGroup } from '../triggers/divide';
import { newReviewDates, reviewDates } from '../triggers/item';
import type { Settings } from './settings';

/** After so many process runs that handed it over and ended, an update has come alone. */
const MAX_RUNS = ALONE_FROM;
/** Beyond it, the oldest come again. */
const MAX_UPDATES = 50_000;
const MAX_NODES = 10_000;
/** Entries of an endless list are never forgotten. This is ten times what the service keeps. */
const MAX_SKIPPED = 100_000;
const MAX_SKIPPED_POLLS = 64;
/** In place of the process runs: its execution has started, but nobody acknowledges it. */
const CONFIRMED = '*';

interface Update {
	/** In how many polls its job was refused. */
	refusals: number;
	/** The process runs that handed it over. */
	runs: readonly string[];
}

const UPDATES = {
	write: ({ refusals, runs }: Update) => [refusals, ...runs].join('.'),
	read: (text: string): Update => {
		const [refusals, ...runs] = text.split('.');
		return { refusals: Number(refusals), runs };
	},
	maxStored: MAX_UPDATES,
};

interface Skip {
	pollsLeft: number;
	/** How often it could not be read. */
	tries: number;
	/** In how many of them its requests were missing. */
	lagging?: number;
}

/** What this process keeps. Without it, updates are listed and read again. */
interface Skipped {
	settings: string;
	/**
	 * Excluded by events or filters, for ever, or their job cannot be read for now. Each failure
	 * doubles the number of polls to skip.
	 */
	updates: Ledger<Skip>;
	/** Where to continue a list that is too long for one poll. */
	nextPage?: NextPage;
	/** New updates took the last poll. */
	isTurnOfRepeated?: boolean;
}

const memories = new BoundedMap<Skipped>({ maxEntries: MAX_NODES });

/**
 * What a node knows about listed updates. Only the run of the process that handed an update over
 * knows that its execution started. To another run the update is new.
 */
export class Memory {
	private readonly updates = new Ledger<Update>({ maxEntries: Infinity }, UPDATES);
	private readonly skipped: Skipped;

	constructor(
		private readonly store: IDataObject,
		node: string,
		settings: Settings,
	) {
		this.updates.load(store, 'updates');
		// An update that is repeated after a restart keeps its key, even if it was approved since.
		reviewDates.load(store, 'inReviewSince');
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

	private find(updateId: string): Update {
		return this.updates.get(shortHash(updateId)) ?? { refusals: 0, runs: [] };
	}

	private note(updateId: string, change: Partial<Update>) {
		this.updates.set(shortHash(updateId), { ...this.find(updateId), ...change });
	}

	/** Neither handed over for good nor skipped. */
	isWork(updateId: string): boolean {
		const { pollsLeft = -1 } = this.skipped.updates.get(shortHash(updateId)) ?? {};
		return pollsLeft < 0 && !this.find(updateId).runs.includes(CONFIRMED);
	}

	isHandedOver(updateId: string): boolean {
		return this.find(updateId).runs.includes(PROCESS_RUN);
	}

	/**
	 * What one execution may hold: new updates, or a group of those that other process runs handed
	 * over, because one of them may have ended the process. Where there are both, they take turns.
	 */
	takeTurn(updates: StatusUpdate[]): StatusUpdate[] {
		const skipped = this.skipped.updates;
		const known = updates.map((update) => {
			const hash = shortHash(update.updateId);
			const attempt = this.find(update.updateId).runs.length + 1;
			return { update, hash, attempt, isMixed: true, waited: 0 };
		});
		const isHeldBack = ({ attempt, hash }: (typeof known)[number]) =>
			attempt > MAX_RUNS && skipped.enter(hash, { tries: 0, pollsLeft: MAX_SKIPPED_POLLS });
		const due = known.filter((update) => !isHeldBack(update));
		const again = due.filter(({ attempt }) => attempt > 1);
		const isTurn = again.length === due.length || this.skipped.isTurnOfRepeated === true;
		this.skipped.isTurnOfRepeated = !isTurn && again.length > 0;
		const { hashes } = nextGroup(again);
		const turn = due.filter(({ hash, attempt }) => (isTurn ? hashes.has(hash) : attempt === 1));
		return turn.map(({ update }) => update);
	}

	laggingReadsOf(updateId: string): number {
		return this.skipped.updates.get(shortHash(updateId))?.lagging ?? 0;
	}

	handOver(updateIds: Iterable<string>) {
		for (const id of updateIds) {
			const runs = [...this.find(id).runs.filter((run) => run !== PROCESS_RUN), PROCESS_RUN];
			this.note(id, { runs: runs.slice(-MAX_RUNS) });
		}
	}

	/** For updates that stay listed: a later poll of the same run proves that they started. */
	confirm(updateIds: Iterable<string>) {
		for (const id of updateIds) this.note(id, { runs: [CONFIRMED] });
	}

	skipFiltered(updateId: string) {
		this.skipped.updates.set(shortHash(updateId), { tries: 0, pollsLeft: Infinity });
	}

	/** @param lags - It was read, but its requests were missing. */
	skipUnreadable(updateId: string, lags: boolean) {
		const hash = shortHash(updateId);
		const { tries = 0 } = this.skipped.updates.get(hash) ?? {};
		const pollsLeft = Math.min(MAX_SKIPPED_POLLS, 2 ** tries);
		const lagging = this.laggingReadsOf(updateId) + Number(lags);
		this.skipped.updates.set(hash, { tries: tries + 1, pollsLeft, lagging });
	}

	/** Returns in how many polls its job was refused, including this one. */
	countRefusal(updateId: string): number {
		const refusals = this.find(updateId).refusals + 1;
		this.note(updateId, { refusals });
		return refusals;
	}

	forgetAllBut(listed: ReadonlySet<string>) {
		const hashes = new Set([...listed].map(shortHash));
		for (const ledger of [this.updates, this.skipped.updates])
			for (const hash of ledger.keys()) if (!hashes.has(hash)) ledger.delete(hash);
	}

	/** @param items - What this poll hands over. */
	save(items: readonly INodeExecutionData[]) {
		const { store, updates } = this;
		updates.save(store, 'updates');
		// New dates replace the old ones. Otherwise these stay until all is acknowledged.
		const dates = datesOf(items);
		const isOpen = updates.values().some(({ runs }) => runs.some((run) => run !== CONFIRMED));
		if (dates.keys().length > 0) dates.save(store, 'inReviewSince');
		else if (!isOpen) delete store.inReviewSince;
	}
}

function recallSkipped(node: string, settings: string): Skipped {
	const known = memories.get(node);
	const skipped =
		known?.settings === settings
			? known
			: {
					...known,
					settings,
					updates: new Ledger<Skip>({ maxEntries: MAX_SKIPPED }),
				};
	for (const update of skipped.updates.values()) update.pollsLeft -= 1;
	return memories.set(node, skipped);
}

function datesOf(items: readonly INodeExecutionData[]) {
	const dates = newReviewDates();
	for (const { json } of items) {
		const { requestId, statusCode, modifiedDate } = (json.request ?? {}) as TranslationRequest;
		if (statusCode === IN_REVIEW && modifiedDate) dates.set(shortHash(requestId), modifiedDate);
	}
	return dates;
}
