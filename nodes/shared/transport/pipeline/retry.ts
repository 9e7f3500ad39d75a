import type { Outcome, RetryLimits } from '../http/types';
import { isTemporary } from './errors';
import { type Report, Tries } from './tries';
import { classify } from './verdict';

/**
 * Pauses between looks for the effect of a creating call. A gateway may give up after a minute
 * while the service goes on, so they last longer than that.
 */
const ASKED_AFTER_MS = [500, 1_500, 3_000, 5_000, 10_000, 15_000, 15_000, 15_000, 15_000, 15_000];

export type Tried<Result> = { outcome: Outcome; report: Report; effect?: { result: Result } };

export interface Retried<Result> {
	/** `creates`: repeating the call would repeat its effect. `sets`: it would not. */
	kind: 'reads' | 'sets' | 'creates';
	findEffect?: () => Promise<Result | undefined>;
}

/**
 * Tries a call until it succeeds, fails for good or reaches the limits. After a lost answer it
 * looks for the effect first. It repeats a creating call only if the service answered every look
 * and never showed an effect.
 */
export async function retry<Result>(
	call: Retried<Result>,
	limits: RetryLimits,
	attemptCall: (attempt: number) => Promise<Outcome>,
	signal?: AbortSignal,
): Promise<Tried<Result>> {
	const tries = new Tries(limits, signal);
	const { report } = tries;
	let wasLost = false;

	for (;;) {
		const outcome = await attemptCall(tries.begin());
		const verdict = classify(outcome);
		if (verdict === 'done') return { outcome, report };
		const isUnknown = verdict === 'unknown' || verdict === 'web page';
		if (isUnknown && call.kind === 'creates') {
			const look = await askUntilSettled(call, tries);
			if (typeof look === 'object') return { outcome, report, effect: look };
			const isNotDone = look === 'nothing' && verdict === 'unknown';
			if (!isNotDone || !(await tries.waitForRetry(outcome)))
				return { outcome, report: { ...report, mayHaveTakenEffect: true } };
			continue;
		}
		wasLost ||= isUnknown;
		const isFinal = verdict === 'failed' || verdict === 'web page';
		const again = !isFinal && (await tries.waitForRetry(outcome));
		// "Already submitted" may mean that the first call worked.
		const look = wasLost && !report.cancelled ? await ask(call) : undefined;
		if (typeof look === 'object') return { outcome, report, effect: look };
		if (!again)
			return {
				outcome,
				report: { ...report, mayHaveTakenEffect: wasLost && call.kind === 'sets' },
			};
	}
}

/** The service may act after it failed to answer, so one look is not enough. */
async function askUntilSettled<Result>(call: Retried<Result>, tries: Tries): Promise<Look<Result>> {
	let last: Look<Result> = 'cannot ask';
	for (const pause of ASKED_AFTER_MS) {
		if (!(await tries.pause(pause))) return 'cannot ask';
		last = await ask(call);
		if (typeof last === 'object' || last === 'cannot ask') return last;
	}
	return last;
}

/** What a look showed. `no answer`: another look may. `cannot ask`: no look can. */
type Look<Result> = { result: Result } | 'nothing' | 'no answer' | 'cannot ask';

async function ask<Result>({ findEffect }: Retried<Result>): Promise<Look<Result>> {
	if (!findEffect) return 'cannot ask';
	try {
		const result = await findEffect();
		return result === undefined ? 'nothing' : { result };
	} catch (error) {
		return isTemporary(error) ? 'no answer' : 'cannot ask';
	}
}
