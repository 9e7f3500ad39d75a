import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { StatusUpdate, TranslationRequest } from '../api/resources';
import { BoundedMap } from '../core/caches';
import { Ledger, shortHash } from '../core/ledger';
import { IN_REVIEW } from '../rules/statuses';
import { nextGroup } from '../triggers/divide';
import { HandOvers } from '../triggers/handOvers';
import { newReviewDates, reviewDates } from '../triggers/item';
import type { Settings } from './settings';

/** The first pause after which an update comes again that ended the process alone. */
const PAUSE_MS = 60 * 60_000;
const MAX_NODES = 10_000;
/** Entries of an endless list are never forgotten. This is ten times what the service keeps. */
const MAX_SKIPPED = 100_000;
const MAX_SKIPPED_POLLS = 64;

/** Why an update is skipped for now, and how often that was so. */
interface Skip {
	pollsLeft: number;
	/** It could not be read. */
	unread: number;
	/** It was read, but its requests were missing. */
	lagging: number;
	/** Its job was refused. */
	refused: number;
}

const NOT_SKIPPED: Skip = { pollsLeft: -1, unread: 0, lagging: 0, refused: 0 };

/** What this process keeps. Without it, updates are read again. */
interface Skipped {
	settings: string;
	/**
	 * Excluded by events or filters, for ever, or their job cannot be read for now. Each failure
	 * doubles the number of polls to skip.
	 */
	updates: Ledger<Skip>;
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
		this.handOvers = new HandOvers(store, 'updates');
		// An update that is repeated after a restart keeps its key, even if it was approved since.
		reviewDates.load(store, 'inReviewSince');
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

	laggingReadsOf(updateId: string): number {
		return this.skipOf(updateId).lagging;
	}

	handOver(updateIds: Iterable<string>) {
		for (const id of updateIds) this.handOvers.add(shortHash(id), this.now, PAUSE_MS);
	}

	skipFiltered(updateId: string) {
		this.skip(updateId, { pollsLeft: Infinity });
	}

	/** @param lags - It was read, but its requests were missing. */
	skipUnreadable(updateId: string, lags: boolean) {
		const { unread, lagging } = this.skipOf(updateId);
		const pollsLeft = Math.min(MAX_SKIPPED_POLLS, 2 ** unread);
		this.skip(updateId, { pollsLeft, unread: unread + 1, lagging: lagging + Number(lags) });
	}

	/** Returns in how many polls its job was refused, including this one. */
	countRefusal(updateId: string): number {
		const refused = this.skipOf(updateId).refused + 1;
		this.skip(updateId, { refused });
		return refused;
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
		// New dates replace the old ones. Otherwise these stay until nothing is listed any more.
		const dates = datesOf(items);
		if (dates.keys().length > 0) dates.save(store, 'inReviewSince');
		else if (store.updates === undefined) delete store.inReviewSince;
	}
}

function recallSkipped(node: string, settings: string): Skipped {
	const known = memories.get(node);
	const skipped =
		known?.settings === settings
			? known
			: { ...known, settings, updates: new Ledger<Skip>({ maxEntries: MAX_SKIPPED }) };
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
