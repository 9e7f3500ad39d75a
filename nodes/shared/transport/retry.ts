import { retryAfterOf } from './retryAfter';
import type { Outcome, RetryLimits, ServiceCall } from './types';
import { wait } from './wait';

const FIRST_BACK_OFF_MS = 1_000;
const LONGEST_BACK_OFF_MS = 30_000;
const REPEATABLE_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
/** 429 and 503 say that nothing was done. */
const NOT_DONE = new Set([429, 503]);

export interface Report {
	tries: number;
	waitedMs: number;
	cancelled: boolean;
	/** The answer was lost and the service could not tell whether the call took effect. */
	mayHaveTakenEffect: boolean;
}

export type Tried<Result> = { outcome: Outcome; report: Report; effect?: { result: Result } };

export type Verdict = 'done' | 'failed' | 'not done' | 'unknown';

export function judge(outcome: Outcome): Verdict {
	if (outcome.denied) return outcome.denied.temporary ? 'not done' : 'failed';
	if (outcome.lost) return outcome.lost.neverSent ? 'not done' : 'unknown';
	const { status } = outcome.answer;
	if (status < 300) return 'done';
	// A redirect comes from something before the service: nothing was done, and the same call is sent on again.
	if (status < 400) return 'failed';
	if (NOT_DONE.has(status)) return 'not done';
	return status >= 500 ? 'unknown' : 'failed';
}

/** Exponential with full jitter, so that several processes do not come back in step. */
export function backOff(attempt: number, random = Math.random): number {
	return random() * Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (attempt - 1));
}

/**
 * Tries a call until it succeeds, fails for good or the limits are reached. Where an answer was
 * lost, a call with a second effect is not repeated before the service was asked.
 */
export async function retry<Result>(
	call: ServiceCall<Result>,
	limits: RetryLimits,
	attemptCall: (attempt: number) => Promise<Outcome>,
	signal?: AbortSignal,
): Promise<Tried<Result>> {
	const repeatable = call.repeatable ?? REPEATABLE_METHODS.has(call.method);
	const report: Report = { tries: 0, waitedMs: 0, cancelled: false, mayHaveTakenEffect: false };
	let answerLost = false;

	for (;;) {
		report.tries += 1;
		const outcome = await attemptCall(report.tries);
		const verdict = judge(outcome);
		if (verdict === 'done') return { outcome, report };

		if (verdict === 'unknown') answerLost = true;
		const mustAsk = verdict === 'unknown' && !repeatable;
		if (signal?.aborted) {
			return { outcome, report: { ...report, cancelled: true, mayHaveTakenEffect: mustAsk } };
		}
		const delay = delayBefore(outcome, report.tries);
		const again =
			verdict !== 'failed' &&
			!(mustAsk && !call.findEffect) &&
			report.tries < limits.maxTries &&
			Date.now() + delay < (limits.until ?? Infinity) &&
			report.waitedMs + delay <= limits.maxWaitMs;
		if (again) {
			report.waitedMs += delay;
			if (!(await wait(delay, signal))) {
				return { outcome, report: { ...report, cancelled: true, mayHaveTakenEffect: mustAsk } };
			}
		}
		// A refused repetition ("already submitted") may mean that the first call worked, too.
		if (mustAsk || (answerLost && !again)) {
			const effect = await ask(call);
			if (effect === 'unknown') return { outcome, report: { ...report, mayHaveTakenEffect: !repeatable } };
			if (effect) return { outcome, report, effect };
		}
		if (!again) return { outcome, report };
	}
}

/** Whether the call took effect; 'unknown' when the service cannot be asked. */
async function ask<Result>({ findEffect }: ServiceCall<Result>): Promise<{ result: Result } | undefined | 'unknown'> {
	if (!findEffect) return 'unknown';
	try {
		const result = await findEffect();
		return result === undefined ? undefined : { result };
	} catch {
		return 'unknown';
	}
}

function delayBefore(outcome: Outcome, tries: number): number {
	return retryAfterOf(outcome.answer?.headers) ?? outcome.denied?.retryAfterMs ?? backOff(tries);
}
