import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { StatusUpdate, TranslationRequest } from '../api/resources';
import { BoundedMap, shortHash } from '../core/caches';
import { IN_REVIEW } from '../rules/statuses';
import { nextGroup } from '../triggers/divide';
import { HandOvers } from '../triggers/handOvers';
import { reviewDates } from '../triggers/item';
import type { Settings } from './settings';

/** The first pause after which an update comes again that ended the process alone. */
const PAUSE_MS = 60 * 60_000;
const MAX_NODES = 10_000;
/** Entries of an endless list are never forgotten. This is ten times what the service keeps. */
const MAX_SKIPPED = 100_000;
const MAX_SKIPPED_POLLS = 64;
/** Static data has to stay small. */
const MAX_DATES = 5_000;
/** How often an update is read whose job is refused, or whose requests are missing. */
const MAX_READS = 3;

/** Why an update is skipped for now. */
interface Skip {
	pollsLeft: number;
	/** How often it could not be read. Each time doubles the number of polls to skip. */
	times: number;
	/** How often its job was refused, or its requests were missing. */
	incomplete: number;
}

const NOT_SKIPPED: Skip = { pollsLeft: -1, times: 0, incomplete: 0 };

/** What this process keeps. Without it, updates are read again. */
interface Skipped {
	settings: string;
	/** Excluded by events or filters, for ever, or not to be read for now. */
	updates: BoundedMap<Skip>;
	/** New updates took the last poll. */
	isTurnOfRepeated?: boolean;
}

const memories = new BoundedMap<Skipped>({ maxEntries: MAX_NODES });

/**
 * What a node knows about listed updates. Only a later poll of the process run that handed an
 * update over knows that its execution started. Otherwise it comes again.
 */
export class Memory {
	private readonly handOvers: HandOvers;
	private readonly skipped: Skipped;
	private readonly now = Date.now();

	constructor(
		private readonly store: IDataObject,
		node: string,
		settings: Settings,
	) {
		// An update that is repeated after a restart keeps its key, even if it was approved since.
		for (const [requestId, date] of Object.entries(store.inReviewSince ?? {}))
			reviewDates.enter(requestId, String(date));
		this.handOvers = new HandOvers(store, 'updates');
		this.skipped = recallSkipped(node, JSON.stringify(settings));
	}

	private dueAt(hash: string): number {
		return this.handOvers.dueAt(hash, this.now, PAUSE_MS) ?? 0;
	}

	private skipOf(updateId: string): Skip {
		return this.skipped.updates.get(shortHash(updateId)) ?? NOT_SKIPPED;
	}

	private skip(updateId: string, change: Partial<Skip>) {
		this.skipped.updates.set(shortHash(updateId), { ...this.skipOf(updateId), ...change });
	}

	/** Due, and not skipped. */
	isWork(updateId: string): boolean {
		const isDue = this.dueAt(shortHash(updateId)) <= this.now;
		return isDue && !this.isHandedOver(updateId) && this.skipOf(updateId).pollsLeft < 0;
	}

	/** Its execution has started. */
	isHandedOver(updateId: string): boolean {
		const hash = shortHash(updateId);
		return this.handOvers.attemptOf(hash) > 0 && !this.handOvers.isLost(hash);
	}

	/**
	 * What one execution may hold: new updates, or a group of those that other process runs handed
	 * over, because one of them may have ended the process. Where there are both, they take turns.
	 */
	takeTurn(updates: StatusUpdate[]): StatusUpdate[] {
		const due = updates.map((update) => {
			const hash = shortHash(update.updateId);
			const attempt = this.handOvers.attemptOf(hash) + 1;
			return { update, hash, attempt, dueAt: this.dueAt(hash), isLost: true };
		});
		const again = due.filter(({ attempt }) => attempt > 1);
		const isTurn = again.length === due.length || this.skipped.isTurnOfRepeated === true;
		this.skipped.isTurnOfRepeated = !isTurn && again.length > 0;
		const hashes = nextGroup(again);
		const turn = due.filter(({ hash, attempt }) => (isTurn ? hashes.has(hash) : attempt === 1));
		return turn.map(({ update }) => update);
	}

	handOver(updateIds: Iterable<string>) {
		for (const id of updateIds) this.handOvers.add(shortHash(id), this.now, PAUSE_MS);
	}

	skipFiltered(updateId: string) {
		this.skip(updateId, { pollsLeft: Infinity });
	}

	/** It could not be read, for whatever reason. */
	postpone(updateId: string) {
		const { times } = this.skipOf(updateId);
		this.skip(updateId, { pollsLeft: Math.min(MAX_SKIPPED_POLLS, 2 ** times), times: times + 1 });
	}

	/** Its job was refused, or its requests are missing. True if it is worth another look. */
	isToBeReadAgain(updateId: string): boolean {
		const incomplete = this.skipOf(updateId).incomplete + 1;
		this.skip(updateId, { incomplete });
		return incomplete < MAX_READS;
	}

	forgetAllBut(listed: ReadonlySet<string>) {
		const hashes = new Set([...listed].map(shortHash));
		this.handOvers.keepOnly(hashes);
		const { updates } = this.skipped;
		for (const hash of updates.keys()) if (!hashes.has(hash)) updates.delete(hash);
	}

	/** @param items - What this poll hands over. */
	save(items: readonly INodeExecutionData[]) {
		const { store, handOvers } = this;
		handOvers.save();
		const dates = datesOf(items);
		// They stay until the next hand-over, or until nothing is listed any more.
		if (Object.keys(dates).length > 0) store.inReviewSince = dates;
		else if (store.updates === undefined) delete store.inReviewSince;
	}
}

function recallSkipped(node: string, settings: string): Skipped {
	const known = memories.get(node);
	const skipped =
		known?.settings === settings
			? known
			: { ...known, settings, updates: new BoundedMap<Skip>({ maxEntries: MAX_SKIPPED }) };
	for (const update of skipped.updates.values()) update.pollsLeft -= 1;
	return memories.set(node, skipped);
}

function datesOf(items: readonly INodeExecutionData[]): Record<string, string> {
	const requests = items.map(({ json }) => (json.request ?? {}) as TranslationRequest);
	const dates = requests.flatMap(({ requestId, statusCode, modifiedDate }) =>
		statusCode === IN_REVIEW && modifiedDate ? [[requestId, modifiedDate] as const] : [],
	);
	return Object.fromEntries(dates.slice(-MAX_DATES));
}
