/** An ordinary sweep trusts dates that have proved to move; every so many sweeps nothing is trusted. */
const SWEEPS_UNTIL_DEEP = 24;
const MOST_JOBS = 100_000;

export interface Sweep {
	startedAt: number;
	isDeep: boolean;
	/** Jobs whose requests were read. */
	done: Set<string>;
	/** Every job created after this time was listed and is done. */
	createdBefore?: number;
	listed: Set<string>;
	inProgress: Set<string>;
}

/** What this process knows beyond the cursor. It saves calls; without it everything is read again, and nothing is lost. */
export interface Memory {
	/** The state of the cursor this belongs to. After a hand-over that n8n discarded it does not fit any more. */
	cursorId: string;
	settings: string;
	changedUpTo?: number;
	sweptAt?: number;
	/** How each job looked when its requests were last read, or need not be read. */
	jobs: Map<string, { look: string; modified?: number }>;
	/** Jobs to look at again, and when: deliveries below the minimum age, or not readable. */
	waiting: Map<string, number>;
	/** A sweep that ran out of time or room. */
	sweep?: Sweep;
	sweepsSinceDeep: number;
}

const memories = new Map<string, Memory>();

const blank = (cursorId: string, settings: string): Memory => ({ cursorId, settings, jobs: new Map(), waiting: new Map(), sweepsSinceDeep: 0 });

/** A copy, so that a poll that fails leaves it as it was. */
export function recall(key: string, cursorId: string, settings: string): Memory {
	const known = memories.get(key);
	if (known?.cursorId !== cursorId || known.settings !== settings) return blank(cursorId, settings);
	const { jobs, waiting, sweep } = known;
	return { ...known, jobs: new Map(jobs), waiting: new Map(waiting), sweep: sweep && { ...sweep, done: new Set(sweep.done), listed: new Set(sweep.listed), inProgress: new Set(sweep.inProgress) } };
}

export function remember(key: string, memory: Memory) {
	if (memory.jobs.size > MOST_JOBS) memory.jobs.clear();
	memories.set(key, memory);
}

export const isDeepSweepDue = ({ sweepsSinceDeep }: Memory): boolean => sweepsSinceDeep >= SWEEPS_UNTIL_DEEP - 1;
