import type { IPollFunctions } from 'n8n-workflow';

/** Older versions of n8n set no limit; this one keeps a poll from running into the next. */
const WITHOUT_LIMIT_MS = 5 * 60_000;
/** For what is under way when the time is over, and for handing over. */
const RESERVE = 0.25;
const MOST_WAITING_MS = 30_000;

export interface PollBudget {
	/** Whether this share of the time is over. */
	isUsedUp(share?: number): boolean;
	/** How long the waits of one call may take together. */
	maxWaitMs: number;
}

export function pollBudget(context: IPollFunctions, startedAt = Date.now()): PollBudget {
	// Missing in n8n before the durable scheduler.
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const total = getPollBudgetMs?.call(context) ?? WITHOUT_LIMIT_MS;
	const usable = total * (1 - RESERVE);
	return { isUsedUp: (share = 1) => Date.now() >= startedAt + usable * share, maxWaitMs: Math.min(MOST_WAITING_MS, total * RESERVE) };
}
