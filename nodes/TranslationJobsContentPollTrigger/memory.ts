/** An ordinary sweep trusts dates that have proved to move; every so many sweeps nothing is trusted. */
const SWEEPS_UNTIL_DEEP = 24;
const MOST_JOBS = 100_000;

/** What this process knows beyond the cursor. It saves calls; without it everything is read again, and nothing is lost. */
export interface Memory {
	/** The state of the cursor this belongs to. After a hand-over that n8n discarded it does not fit any more. */
	cursorId: string;
	settings: string;
	changedUpTo?: number;
	sweptAt?: number;
	/** How each job looked when its requests were last read, or need not be read. */
	jobs: Map<string, { look: string; modified?: number }>;
	/** Jobs with deliveries below the minimum age, and when they reach it. */
	waiting: Map<string, number>;
	/** Jobs done by a sweep that ran out of time. */
	sweep?: { startedAt: number; isDeep: boolean; done: Set<string> };
	sweepsSinceDeep: number;
}

const memories = new Map<string, Memory>();

const blank = (cursorId: string, settings: string): Memory => ({ cursorId, settings, jobs: new Map(), waiting: new Map(), sweepsSinceDeep: 0 });

/** A copy, so that a poll that fails leaves it as it was. */
export function recall(key: string, cursorId: string, settings: string): Memory {
	const known = memories.get(key);
	if (known?.cursorId !== cursorId || known.settings !== settings) return blank(cursorId, settings);
	const { jobs, waiting, sweep } = known;
	return { ...known, jobs: new Map(jobs), waiting: new Map(waiting), sweep: sweep && { ...sweep, done: new Set(sweep.done) } };
}

export function remember(key: string, memory: Memory) {
	if (memory.jobs.size > MOST_JOBS) memory.jobs.clear();
	memories.set(key, memory);
}

export const isDeepSweepDue = ({ sweepsSinceDeep }: Memory): boolean => sweepsSinceDeep >= SWEEPS_UNTIL_DEEP - 1;
