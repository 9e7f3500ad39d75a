import { isTemporary } from './errors';
import { type Report, Tries } from './tries';
import type { Outcome, RetryLimits } from '../types';
import { classify } from './verdict';

/**
 * When a call that makes something is asked about, in milliseconds after the one before. Long enough for a gateway that
 * gives up after a minute while the service behind it goes on.
 */
const ASKED_AFTER_MS = [500, 1_500, 3_000, 5_000, 10_000, 15_000, 15_000, 15_000, 15_000, 15_000];

export type Tried<Result> = { outcome: Outcome; report: Report; effect?: { result: Result } };

export interface Retried<Result> {
	/** `creates`: a second identical call would have a second effect. `sets`: it would not. `reads`: it has none that matters. */
	kind: 'reads' | 'sets' | 'creates';
	/** See `ServiceCall`. */
	findEffect?: () => Promise<Result | undefined>;
}

/**
 * Tries a call until it succeeds, fails for good or the limits are reached. After an answer was lost, what can be repeated
 * without harm is repeated after a look; what makes something only when the service was asked for long enough and never
 * showed anything of it.
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
			if (!isNotDone || !(await tries.mayGoOn(outcome))) return { outcome, report: { ...report, mayHaveTakenEffect: true } };
			continue;
		}
		wasLost ||= isUnknown;
		const isFinal = verdict === 'failed' || verdict === 'web page';
		const again = !isFinal && (await tries.mayGoOn(outcome));
		// A refused repetition ("already submitted") may mean that the first call worked, too.
		const look = wasLost && !report.cancelled ? await ask(call) : undefined;
		if (typeof look === 'object') return { outcome, report, effect: look };
		if (!again) return { outcome, report: { ...report, mayHaveTakenEffect: wasLost && call.kind === 'sets' } };
	}
}

/** The service may carry out later what it did not answer. Only who has asked to the end, and was answered, knows that nothing happened. */
async function askUntilSettled<Result>(call: Retried<Result>, tries: Tries): Promise<Look<Result>> {
	let last: Look<Result> = 'cannot ask';
	for (const pause of ASKED_AFTER_MS) {
		if (!(await tries.pause(pause))) return 'cannot ask';
		last = await ask(call);
		if (typeof last === 'object' || last === 'cannot ask') return last;
	}
	return last;
}

/** What a look at the service showed: the effect, nothing of it, no answer this time, or that asking is of no use. */
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
