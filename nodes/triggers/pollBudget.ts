import type { IPollFunctions } from 'n8n-workflow';

import type { RetryLimits } from '../http/types';

/** Older versions of n8n set no limit. This one keeps polls from overlapping. */
const WITHOUT_LIMIT_MS = 5 * 60_000;
/** Time kept for running calls and for the hand-over. */
const RESERVE = 0.25;
/** n8n gives up a publication after 84 seconds, and the first poll is part of it. */
const MAX_POLL_MS = 60_000;
const MAX_WAIT_MS = 30_000;
/** A call that hangs must not use up the poll, and a slow call must not fail. */
const MIN_TRY_MS = 10_000;
const MAX_TRY_MS = 60_000;

export interface PollBudget {
	/** True if this share of the time is used up. */
	isUsedUp(share?: number): boolean;
	/** Limits for each call of this poll. */
	retry: Pick<RetryLimits, 'maxWaitMs' | 'tryMs' | 'until'>;
}

export function pollBudget(context: IPollFunctions, startedAt = Date.now()): PollBudget {
	// Older versions of n8n do not have it.
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const total = getPollBudgetMs?.call(context) ?? WITHOUT_LIMIT_MS;
	const usable = Math.min(MAX_POLL_MS, total * (1 - RESERVE));
	const retry = {
		maxWaitMs: Math.min(MAX_WAIT_MS, total * RESERVE),
		tryMs: Math.min(MAX_TRY_MS, Math.max(MIN_TRY_MS, total * RESERVE)),
		until: startedAt + usable,
	};
	return { isUsedUp: (share = 1) => Date.now() >= startedAt + usable * share, retry };
}
