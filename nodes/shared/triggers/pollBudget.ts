import type { IPollFunctions } from 'n8n-workflow';

import type { RetryLimits } from '../transport/types';

/** Older versions of n8n set no limit; this one keeps a poll from running into the next. */
const WITHOUT_LIMIT_MS = 5 * 60_000;
/** For what is under way when the time is over, and for handing over. */
const RESERVE = 0.25;
const MOST_WAITING_MS = 30_000;
/** A call that hangs must not use up the poll, nor a slow one fail. */
const SHORTEST_TRY_MS = 10_000;
const LONGEST_TRY_MS = 60_000;

export interface PollBudget {
	/** Whether this share of the time is over. */
	isUsedUp(share?: number): boolean;
	/** For each call of this poll. */
	retry: Pick<RetryLimits, 'maxWaitMs' | 'tryMs' | 'until'>;
}

export function pollBudget(context: IPollFunctions, startedAt = Date.now()): PollBudget {
	// Missing in n8n before the durable scheduler.
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const total = getPollBudgetMs?.call(context) ?? WITHOUT_LIMIT_MS;
	const usable = total * (1 - RESERVE);
	const retry = {
		maxWaitMs: Math.min(MOST_WAITING_MS, total * RESERVE),
		tryMs: Math.min(LONGEST_TRY_MS, Math.max(SHORTEST_TRY_MS, total * RESERVE)),
		until: startedAt + usable,
	};
	return { isUsedUp: (share = 1) => Date.now() >= startedAt + usable * share, retry };
}
