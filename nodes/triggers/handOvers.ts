import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../l10n/groupBy';
import { isRecord } from '../../l10n/json';
import { HASH_LENGTH, shortHash } from '../core/caches';
import { isReached } from '../rules/dates';
import { ALONE_FROM } from './divide';

const VERSION = 1;
const MAX_HAND_OVERS = 50_000;
const MAX_PAUSE_MS = 24 * 60 * 60_000;
/** Due times are rounded to this share of the pause, so that many hand-overs share one. */
const ROUNDING = 1 / 16;
/** Of what is shelved, the oldest are forgotten. */
const MAX_SHELVED = 5_000;

/**
 * Identifies this run of the process. n8n saves the memory of a poll even if the execution with
 * its items never starts. So items that another run handed over do not count as done.
 */
export const PROCESS_RUN = shortHash(randomUUID());

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

/** Of too many, the lowest are forgotten. What is due first comes again soon in any case. */
function rankOf({ due, mark, run }: HandOver): number {
	if (run === PROCESS_RUN) return Infinity;
	return mark === MARKS.shelved ? 0 : due;
}

/**
 * What a poll has handed over, by the hash of its key, in n8n's static data. Anything missing here
 * is handed over again, so it does no harm that n8n saves a poll without items late or never.
 */
export class HandOvers {
	private readonly known = new Map<string, HandOver>();

	/** `scope`: what the node searches for. Another scope starts from scratch. */
	constructor(
		private readonly store: IDataObject,
		private readonly name: string,
		private readonly scope = '',
	) {
		this.load();
		this.repeatLost();
	}

	private get form(): string {
		return `${VERSION} ${this.scope}`.trim();
	}

	/** What is damaged, of another form or of another scope is forgotten. */
	private load() {
		const stored = this.store[this.name];
		if (!isRecord(stored) || stored.form !== this.form || !isRecord(stored.entries)) return;
		for (const [text, hashes] of Object.entries(stored.entries)) {
			const handOver = read(text);
			if (!handOver || typeof hashes !== 'string') continue;
			for (let at = 0; at < hashes.length; at += HASH_LENGTH)
				this.known.set(hashes.slice(at, at + HASH_LENGTH), handOver);
		}
	}

	/**
	 * n8n also saves a poll whose execution never starts because the process ends. So what another
	 * process run handed over last comes again at once, but no longer together: one of it may have
	 * ended the process. One that was alone keeps its pause, and what comes once comes twice at most.
	 */
	private repeatLost() {
		const { known } = this;
		const last = [...known].filter(([, { run }]) => run !== '');
		const isOnlyOne = last.filter(([, { run }]) => run !== PROCESS_RUN).length === 1;
		for (const [hash, { attempt, due, mark, run }] of last) {
			const isDone = run === PROCESS_RUN || (due === Infinity && attempt > 1);
			const wasAlone = isOnlyOne && attempt >= ALONE_FROM && due < Infinity;
			const next = isDone ? mark : wasAlone ? MARKS.alone : MARKS.lost;
			known.set(hash, { attempt, due, mark: next, run: '' });
		}
	}

	attemptOf(hash: string): number {
		return this.known.get(hash)?.attempt ?? 0;
	}

	/** A process ended with its last hand-over, or before it. */
	isLost(hash: string): boolean {
		const mark = this.known.get(hash)?.mark;
		return mark === MARKS.lost || mark === MARKS.alone;
	}

	/** Undefined if it never was handed over, 0 if its last hand-over was lost. */
	dueAt(hash: string, now: number, firstPauseMs: number): number | undefined {
		const handOver = this.known.get(hash);
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
		this.known.set(hash, { attempt, due, mark: '', run: PROCESS_RUN });
	}

	forget(hash: string) {
		this.known.delete(hash);
	}

	/** Forgets it if it would come again anyway. What comes once must not come again if reopened. */
	shelve(hash: string) {
		const handOver = this.known.get(hash);
		if (!handOver || handOver.mark === MARKS.shelved) return;
		// What was shelved last is forgotten last.
		this.known.delete(hash);
		if (handOver.due === Infinity) this.known.set(hash, { ...handOver, mark: MARKS.shelved });
	}

	keepOnly(hashes: ReadonlySet<string>) {
		for (const hash of [...this.known.keys()]) if (!hashes.has(hash)) this.shelve(hash);
	}

	/** Hand-overs with the same note share it. */
	save() {
		const { known, store, name, form } = this;
		const shelved = [...known].filter(([, { mark }]) => mark === MARKS.shelved);
		for (const [hash] of shelved.slice(0, -MAX_SHELVED)) known.delete(hash);
		let all = [...known];
		if (all.length > MAX_HAND_OVERS)
			all = all
				.sort(([, one], [, other]) => Math.sign(rankOf(one) - rankOf(other)) || 0)
				.slice(-MAX_HAND_OVERS);
		const groups = groupBy(all, ([, handOver]) => write(handOver));
		const entries = Object.fromEntries(
			[...groups].map(([text, group]) => [text, group.map(([hash]) => hash).join('')]),
		);
		if (all.length > 0) store[name] = { form, entries };
		else delete store[name];
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
