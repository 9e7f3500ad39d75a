import type { IDataObject } from 'n8n-workflow';

import { Ledger, PROCESS_RUN, shortHash } from '../core/ledger';
import { isReached } from '../rules/dates';
import { ALONE_FROM } from '../triggers/divide';

const MAX_DELIVERIES = 50_000;
const MAX_PAUSE_MS = 24 * 60 * 60_000;
/** Due times are rounded to this share of the pause, so that many deliveries share one. */
const ROUNDING = 1 / 16;
/** It should have come alone, but shared its last execution. */
const MIXED = 'm';
/** The process ended with its last execution, or before it: it comes again at once. */
const LOST = 'l';
/** Its job is not in progress for now. */
const SHELVED = 's';
/** The oldest are forgotten. */
const MAX_SHELVED = 5_000;
const MAX_EARLIER = 50_000;
const MAX_STORED_EARLIER = 500;

interface HandOver {
	attempt: number;
	/** When to hand it over again, by n8n's clock; Infinity for never. */
	due: number;
	mark?: string;
	/** Handed over by this poll. A later poll of the same process run confirms it. */
	isLast?: boolean;
	/** Handed over last by another process run. */
	wasLast?: boolean;
}

function writeHandOver({ attempt, due, mark, isLast }: HandOver): string {
	const time = due === Infinity ? '' : Math.ceil(due / 1_000).toString(36);
	return [attempt, time, mark, isLast ? PROCESS_RUN : ''].join('.').replace(/\.+$/, '');
}

function readHandOver(text: string): HandOver {
	const [count = '', time = '', mark = '', run = ''] = text.split('.');
	const due = time === '' ? Infinity : Number.parseInt(time, 36) * 1_000;
	const wasLast = run !== '' && run !== PROCESS_RUN;
	return { attempt: Number(count), due, mark, wasLast };
}

const HAND_OVERS = {
	write: writeHandOver,
	read: readHandOver,
	// What is due first comes again soon in any case.
	rank: ({ due, mark, isLast }: HandOver) => (isLast ? Infinity : mark === SHELVED ? 0 : due),
	maxStored: MAX_DELIVERIES,
};

/** The deliveries of a request that have left the review. */
interface Earlier {
	count: number;
	/** The hash of the last one; undefined after a restart. */
	last?: string;
}

/**
 * Kept by the process. What was corrected before survives a restart, in n8n's static data: nearly
 * everything else is approved and never comes again.
 */
export const newEarlier = () =>
	new Ledger<Earlier>(
		{ maxEntries: MAX_EARLIER },
		{
			write: ({ count }) => (count > 1 ? String(count) : undefined),
			read: (count) => ({ count: Number(count) }),
			maxStored: MAX_STORED_EARLIER,
		},
	);

/**
 * What was handed over, kept in n8n's static data. Anything missing here is handed over again, so
 * it does no harm that n8n saves a poll without items late or never.
 */
export class HandOverMemory {
	private readonly handOvers = new Ledger<HandOver>({ maxEntries: Infinity }, HAND_OVERS);

	/** `scope`: what the node searches for. Another scope starts from scratch. */
	constructor(
		private readonly store: IDataObject,
		private readonly scope: string,
		private readonly earlier = newEarlier(),
	) {
		this.handOvers.load(store, 'handedOver', scope);
		earlier.load(store, 'earlier', scope);
		this.repeatLost();
	}

	/**
	 * n8n also saves a poll whose execution never starts because the process ends. So what another
	 * process run handed over last comes again at once, but no longer together: one of it may have
	 * ended the process. One that was alone keeps its pause, and what comes once comes twice at most.
	 */
	private repeatLost() {
		const { handOvers } = this;
		const last = handOvers.keys().filter((hash) => handOvers.get(hash)?.wasLast);
		for (const hash of last) {
			const { attempt, due, mark } = handOvers.get(hash)!;
			const wasAlone = last.length === 1 && attempt >= ALONE_FROM;
			const isDone = due === Infinity ? attempt > 1 : wasAlone;
			handOvers.set(hash, { attempt, due, mark: isDone ? mark : LOST });
		}
	}

	attemptsOf(hash: string): number {
		return this.handOvers.get(hash)?.attempt ?? 0;
	}

	isMixed(hash: string): boolean {
		return [MIXED, LOST].includes(this.handOvers.get(hash)?.mark ?? '');
	}

	/** Undefined if it never was handed over, 0 if its last hand-over was lost. */
	dueAt(hash: string, now: number, firstPauseMs: number): number | undefined {
		const handOver = this.handOvers.get(hash);
		if (!handOver) return undefined;
		const { attempt, due, mark } = handOver;
		if (mark === LOST) return 0;
		const longest = pauseAfter(attempt, firstPauseMs) * (1 + ROUNDING);
		return isReached(due, now, longest) ? Math.min(due, now) : due;
	}

	/** Records a hand-over. Without a pause there is no second one. */
	add(hash: string, now: number, firstPauseMs?: number, isMixed = false) {
		const attempt = this.attemptsOf(hash) + 1;
		const due = firstPauseMs === undefined ? Infinity : dueAfter(attempt, now, firstPauseMs);
		this.handOvers.set(hash, { attempt, due, mark: isMixed ? MIXED : '', isLast: true });
	}

	/** How often the request was delivered, as far as is known, with this delivery. */
	deliveriesOf(requestId: string, hash: string): number {
		const { count = 0, last } = this.earlier.get(shortHash(requestId)) ?? {};
		return last === hash ? count : count + 1;
	}

	/** Approved or rejected: in review again, the request has another delivery. */
	leave(requestId: string, hash: string) {
		const count = this.deliveriesOf(requestId, hash);
		this.earlier.set(shortHash(requestId), { count, last: hash });
	}

	forget(hash: string) {
		this.handOvers.delete(hash);
	}

	/** Forgets it if it would come again anyway. What comes once must not come again if reopened. */
	shelve(hash: string) {
		const handOver = this.handOvers.get(hash);
		if (!handOver || handOver.mark === SHELVED) return;
		if (handOver.due === Infinity) this.handOvers.set(hash, { ...handOver, mark: SHELVED });
		else this.forget(hash);
	}

	forgetAllBut(hashes: ReadonlySet<string>) {
		for (const hash of this.handOvers.keys()) if (!hashes.has(hash)) this.shelve(hash);
	}

	save() {
		const { handOvers, earlier, store, scope } = this;
		const shelved = handOvers.keys().filter((hash) => handOvers.get(hash)?.mark === SHELVED);
		for (const hash of shelved.slice(0, -MAX_SHELVED)) this.forget(hash);
		handOvers.save(store, 'handedOver', scope);
		earlier.save(store, 'earlier', scope);
	}
}

/** The pause doubles with each attempt, up to a day. */
const pauseAfter = (attempt: number, firstPauseMs: number): number =>
	Math.min(firstPauseMs * 2 ** (attempt - 1), MAX_PAUSE_MS);

function dueAfter(attempt: number, now: number, firstPauseMs: number): number {
	const pause = pauseAfter(attempt, firstPauseMs);
	const step = Math.max(1_000, pause * ROUNDING);
	return Math.ceil((now + pause) / step) * step;
}
