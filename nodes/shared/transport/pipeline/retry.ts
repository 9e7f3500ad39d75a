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
			const effect = await askUntilSettled(call, tries);
			if (effect && 'result' in effect) return { outcome, report, effect };
			const isNotDone = effect === undefined && verdict === 'unknown';
			if (!isNotDone || !(await tries.mayGoOn(outcome))) return { outcome, report: { ...report, mayHaveTakenEffect: true } };
			continue;
		}
		wasLost ||= isUnknown;
		const isFinal = verdict === 'failed' || verdict === 'web page';
		const again = !isFinal && (await tries.mayGoOn(outcome));
		// A refused repetition ("already submitted") may mean that the first call worked, too.
		const effect = wasLost && !report.cancelled ? await ask(call) : undefined;
		if (effect && 'result' in effect) return { outcome, report, effect };
		if (!again) return { outcome, report: { ...report, mayHaveTakenEffect: wasLost && call.kind === 'sets' } };
	}
}

/** The service may carry out later what it did not answer. Only who has asked to the end, and was answered, knows that nothing happened. */
async function askUntilSettled<Result>(call: Retried<Result>, tries: Tries): Promise<Look<Result>> {
	let last: Look<Result> = { isHopeless: true };
	for (const pause of ASKED_AFTER_MS) {
		if (!(await tries.pause(pause))) return { isHopeless: true };
		last = await ask(call);
		if (last && ('result' in last || last.isHopeless)) return last;
	}
	return last;
}

/** What a look at the service tells: the effect, nothing yet, or that it cannot be asked (any more). */
type Look<Result> = { result: Result } | { isHopeless: boolean } | undefined;

async function ask<Result>({ findEffect }: Retried<Result>): Promise<Look<Result>> {
	if (!findEffect) return { isHopeless: true };
	try {
		const result = await findEffect();
		return result === undefined ? undefined : { result };
	} catch (error) {
		return { isHopeless: !isTemporary(error) };
	}
}
