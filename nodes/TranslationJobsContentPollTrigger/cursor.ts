import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { PROCESS_RUN } from '../shared/triggers/processRun';
import { shortHash } from '../shared/triggers/shortHash';
import { type Mark, readMark, writeMark } from './marks';

/** Above this, marks of jobs that are no longer in progress go; a reopened job would only be delivered again. */
const SPARE_MARKS = 1_000;
const MOST_MARKS = 5_000;
/** So many observations make it a fact that a job's date moves with its requests. */
const ENOUGH_EVIDENCE = 3;
const REFUTED = -1;

/** What to go back to if the last hand-over has to be repeated. */
interface Undo {
	run: string;
	/** Tells whether what the process has in memory belongs to this state. */
	id: string;
	changedUpTo: number | null;
	sweptAt: number | null;
	marks: Record<string, string | null>;
}

interface Stored {
	scope?: string;
	changedUpTo?: number | null;
	sweptAt?: number | null;
	evidence?: number;
	marks?: Record<string, string>;
	undo?: Undo;
}

/**
 * What this node remembers for good. n8n may save it late or not at all (a poll without items is not saved), so
 * every earlier state must be safe to start from: it can only make deliveries come again. And n8n saves it even
 * if the execution is never started, so what an earlier run of the process handed over last is handed over again.
 */
export class Cursor {
	/** The newest job date that was looked at. All times are the service's. */
	changedUpTo?: number;
	/** When the last complete sweep began. */
	sweptAt?: number;
	private evidence: number;
	private readonly marks: Map<string, string>;
	private readonly before: { changedUpTo?: number; sweptAt?: number };
	private readonly replaced = new Map<string, string | null>();
	private readonly undo?: Undo;

	/** `scope`: what is looked for. What a mark covers was handed over only as far as it was looked for, so another scope begins anew. */
	constructor(
		private readonly store: IDataObject,
		private readonly scope: string,
	) {
		const stored = JSON.parse(JSON.stringify(store)) as Stored;
		const { changedUpTo, sweptAt, evidence = 0, marks = {}, undo } = stored.scope === scope ? stored : ({} as Stored);
		this.changedUpTo = changedUpTo ?? undefined;
		this.sweptAt = sweptAt ?? undefined;
		this.evidence = evidence;
		this.marks = new Map(Object.entries(marks));
		if (undo && undo.run !== PROCESS_RUN) this.goBack(undo);
		else this.undo = undo;
		this.before = { changedUpTo: this.changedUpTo, sweptAt: this.sweptAt };
	}

	private goBack({ changedUpTo, sweptAt, marks }: Undo) {
		this.changedUpTo = changedUpTo ?? undefined;
		this.sweptAt = sweptAt ?? undefined;
		for (const [job, mark] of Object.entries(marks)) {
			if (mark === null) this.marks.delete(job);
			else this.marks.set(job, mark);
		}
	}

	get id(): string {
		return this.undo?.id ?? '';
	}

	markOf(jobId: string): Mark {
		return readMark(this.marks.get(shortHash(jobId)));
	}

	setMark(jobId: string, mark: Mark) {
		const job = shortHash(jobId);
		if (!this.replaced.has(job)) this.replaced.set(job, this.marks.get(job) ?? null);
		this.marks.set(job, writeMark(mark));
	}

	/** Whether the date of a job is known to move when one of its requests changes. */
	get datesFollow(): boolean {
		return this.evidence >= ENOUGH_EVIDENCE;
	}

	observe(dateFollowed: boolean) {
		if (!dateFollowed) this.evidence = REFUTED;
		else if (this.evidence !== REFUTED) this.evidence = Math.min(ENOUGH_EVIDENCE, this.evidence + 1);
	}

	/** Lets go of marks nobody needs, after a sweep that saw every job in progress. */
	tidy(inProgress: Iterable<string>) {
		if (this.marks.size > SPARE_MARKS) {
			const needed = new Set([...inProgress].map(shortHash));
			for (const job of this.marks.keys()) if (!needed.has(job)) this.marks.delete(job);
		}
		const surplus = [...this.marks].sort(([, a], [, b]) => readMark(a).upTo - readMark(b).upTo).slice(0, Math.max(0, this.marks.size - MOST_MARKS));
		for (const [job] of surplus) this.marks.delete(job);
	}

	/** Puts everything into n8n's static data; returns the id of the new state. */
	save({ handedOver }: { handedOver: boolean }): string {
		const { scope, changedUpTo, sweptAt, evidence } = this;
		const undo = handedOver ? this.newUndo() : this.confirmedUndo();
		const stored: Stored = { scope, changedUpTo, sweptAt, evidence, marks: Object.fromEntries(this.marks), undo };
		for (const [name, value] of Object.entries(stored)) {
			if (value === undefined) delete this.store[name];
			else this.store[name] = value as IDataObject;
		}
		return undo?.id ?? '';
	}

	private newUndo(): Undo {
		const { changedUpTo = null, sweptAt = null } = this.before;
		return { run: PROCESS_RUN, id: randomUUID(), changedUpTo, sweptAt, marks: Object.fromEntries(this.replaced) };
	}

	/** A later poll of the run that handed over: nothing of it has to be repeated. */
	private confirmedUndo(): Undo | undefined {
		if (this.undo?.run !== PROCESS_RUN) return this.undo;
		return { ...this.undo, changedUpTo: this.changedUpTo ?? null, sweptAt: this.sweptAt ?? null, marks: {} };
	}
}
