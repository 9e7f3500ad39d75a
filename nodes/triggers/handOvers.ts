import type { IDataObject } from 'n8n-workflow';

import { Ledger, PROCESS_RUN } from '../core/ledger';
import { isReached } from '../rules/dates';
import { ALONE_FROM } from './divide';

const MAX_HAND_OVERS = 50_000;
const MAX_PAUSE_MS = 24 * 60 * 60_000;
/** Due times are rounded to this share of the pause, so that many hand-overs share one. */
const ROUNDING = 1 / 16;
/** Of what is shelved, the oldest are forgotten. */
const MAX_SHELVED = 5_000;

const MARKS = {
	/** The process ended with its execution, or before it: it comes again at once. */
	lost: 'l',
	/** The process ended with it alone: it comes again after its pause. */
	alone: 'a',
	/** Its job is not in progress for now. */
	shelved: 's',
} as const;
type Mark = (typeof MARKS)[keyof typeof MARKS] | '';

interface HandOver {
	attempt: number;
	/** When to hand it over again, by n8n's clock; Infinity for never. */
	due: number;
	mark: Mark;
	/** The process run that handed it over with its last poll. A later poll confirms it. */
	run: string;
}

const write = ({ attempt, due, mark, run }: HandOver): string =>
	[attempt, due === Infinity ? '' : Math.ceil(due / 1_000).toString(36), mark, run]
		.join('.')
		.replace(/\.+$/, '');

/** Undefined if it is damaged. */
function read(text: string): HandOver | undefined {
	const [count, time = '', mark = '', run = ''] = text.split('.');
	// So an earlier form says that its execution has started.
	if (time === '*') return { attempt: 1, due: Infinity, mark: '', run: '' };
	const attempt = Number(count);
	const due = time === '' ? Infinity : Number.parseInt(time, 36) * 1_000;
	if (!(attempt > 0) || Number.isNaN(due)) return undefined;
	return { attempt, due, mark: Object.values(MARKS).find((known) => known === mark) ?? '', run };
}

const FORM = {
	write,
	read,
	// What is due first comes again soon in any case.
	rank: ({ due, mark, run }: HandOver) => {
		if (run === PROCESS_RUN) return Infinity;
		return mark === MARKS.shelved ? 0 : due;
	},
	maxStored: MAX_HAND_OVERS,
};

/**
 * What a poll has handed over, by the hash of its key, in n8n's static data. Anything missing here
 * is handed over again, so it does no harm that n8n saves a poll without items late or never.
 */
export class HandOvers {
	private readonly ledger = new Ledger<HandOver>({ maxEntries: Infinity }, FORM);

	/** `scope`: what the node searches for. Another scope starts from scratch. */
	constructor(
		private readonly store: IDataObject,
		private readonly name: string,
		private readonly scope = '',
	) {
		this.ledger.load(store, name, scope);
		this.repeatLost();
	}

	/**
	 * n8n also saves a poll whose execution never starts because the process ends. So what another
	 * process run handed over last comes again at once, but no longer together: one of it may have
	 * ended the process. One that was alone keeps its pause, and what comes once comes twice at most.
	 */
	private repeatLost() {
		const { ledger } = this;
		const last = ledger.keys().filter((hash) => ledger.get(hash)!.run !== '');
		const isLost = (hash: string) => ledger.get(hash)!.run !== PROCESS_RUN;
		const isOnlyOne = last.filter(isLost).length === 1;
		for (const hash of last) {
			const { attempt, due, mark } = ledger.get(hash)!;
			const isDone = !isLost(hash) || (due === Infinity && attempt > 1);
			const wasAlone = isOnlyOne && attempt >= ALONE_FROM && due < Infinity;
			const next = isDone ? mark : wasAlone ? MARKS.alone : MARKS.lost;
			ledger.set(hash, { attempt, due, mark: next, run: '' });
		}
	}

	attemptOf(hash: string): number {
		return this.ledger.get(hash)?.attempt ?? 0;
	}

	/** A process ended with its last hand-over, or before it. */
	isLost(hash: string): boolean {
		const mark = this.ledger.get(hash)?.mark;
		return mark === MARKS.lost || mark === MARKS.alone;
	}

	/** Undefined if it never was handed over, 0 if its last hand-over was lost. */
	dueAt(hash: string, now: number, firstPauseMs: number): number | undefined {
		const handOver = this.ledger.get(hash);
		if (!handOver) return undefined;
		const { attempt, due, mark } = handOver;
		if (mark === MARKS.lost) return 0;
		const longest = pauseAfter(attempt, firstPauseMs) * (1 + ROUNDING);
		return isReached(due, now, longest) ? Math.min(due, now) : due;
	}

	/** Without a pause there is no second hand-over. */
	add(hash: string, now: number, firstPauseMs?: number) {
		const attempt = this.attemptOf(hash) + 1;
		const due = firstPauseMs === undefined ? Infinity : dueAfter(attempt, now, firstPauseMs);
		this.ledger.set(hash, { attempt, due, mark: '', run: PROCESS_RUN });
	}

	forget(hash: string) {
		this.ledger.delete(hash);
	}

	/** Forgets it if it would come again anyway. What comes once must not come again if reopened. */
	shelve(hash: string) {
		const handOver = this.ledger.get(hash);
		if (!handOver || handOver.mark === MARKS.shelved) return;
		if (handOver.due === Infinity) this.ledger.set(hash, { ...handOver, mark: MARKS.shelved });
		else this.forget(hash);
	}

	keepOnly(hashes: ReadonlySet<string>) {
		for (const hash of this.ledger.keys()) if (!hashes.has(hash)) this.shelve(hash);
	}

	save() {
		const { ledger, store, name, scope } = this;
		const shelved = ledger.keys().filter((hash) => ledger.get(hash)!.mark === MARKS.shelved);
		for (const hash of shelved.slice(0, -MAX_SHELVED)) this.forget(hash);
		ledger.save(store, name, scope);
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
