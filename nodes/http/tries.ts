import { now, wait } from '../core/clock';
import { retryAfterOf } from './outcome';
import type { Outcome, RetryLimits } from './types';

const FIRST_BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 30_000;
/** A Retry-After of zero would use up all tries at once. */
const MIN_RETRY_AFTER_MS = 100;

export interface Report {
	tries: number;
	waitedMs: number;
	cancelled: boolean;
	mayHaveTakenEffect: boolean;
	/** The service asked for a wait that an option of the node forbids. */
	forbiddenWaitMs?: number;
}

/** Of a call that was not repeated. */
export const FIRST_TRY: Report = {
	tries: 1,
	waitedMs: 0,
	cancelled: false,
	mayHaveTakenEffect: false,
};

/** Exponential, with jitter so that processes do not retry in step. */
export function backOff(attempt: number, random = Math.random): number {
	const longest = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (attempt - 1));
	return (longest / 2) * (1 + random());
}

/** Decides about tries, waits, deadline and cancellation of calls, uploads and downloads. */
export class Tries {
	readonly report: Report = { ...FIRST_TRY, tries: 0 };

	constructor(
		private readonly limits: RetryLimits,
		private readonly signal?: AbortSignal,
	) {}

	/** Returns the number of the new try, from one. */
	begin(): number {
		this.report.tries += 1;
		return this.report.tries;
	}

	/**
	 * Waits for the next try. False if there is none. A transfer that moved starts counting anew
	 * and goes on at once.
	 */
	async waitForRetry(last: Outcome, hasMoved = false): Promise<boolean> {
		if (hasMoved) Object.assign(this.report, { tries: 1, waitedMs: 0 });
		if (this.report.tries >= this.limits.maxTries) return this.noteCancelled();
		const asked = askedDelay(last);
		if (asked !== undefined && this.limits.until === undefined && !this.allows(asked))
			this.report.forbiddenWaitMs = asked;
		return await this.pause(asked ?? (hasMoved ? 0 : backOff(this.report.tries)));
	}

	private allows(ms: number): boolean {
		const { maxWaitMs, until = Infinity } = this.limits;
		return this.report.waitedMs + ms <= maxWaitMs && now() + ms < until;
	}

	/** False if the limits forbid the wait or the execution was cancelled. */
	async pause(ms: number): Promise<boolean> {
		if (!this.allows(ms) || this.signal?.aborted) return this.noteCancelled();
		this.report.waitedMs += ms;
		const hasWaited = await wait(ms, this.signal);
		return hasWaited || this.noteCancelled();
	}

	private noteCancelled(): false {
		this.report.cancelled = this.signal?.aborted === true;
		return false;
	}
}

function askedDelay({ response, denied }: Outcome): number | undefined {
	const asked = retryAfterOf(response?.headers) ?? denied?.retryAfterMs ?? 0;
	return asked > 0 ? Math.max(asked, MIN_RETRY_AFTER_MS) : undefined;
}
