import { isTemporary } from './errors';
import { type Report, Tries } from './tries';
import type { Outcome, RetryLimits } from './types';
import { judge } from './verdict';

/**
 * When a call that makes something is asked about, in milliseconds after the one before. Long enough for a gateway that
 * gives up after a minute while the service behind it goes on.
 */
const ASKED_AFTER_MS = [500, 1_500, 3_000, 5_000, 10_000, 15_000, 15_000, 15_000, 15_000, 15_000];

export type Tried<Result> = { outcome: Outcome; report: Report; effect?: { result: Result } };

export interface Retried<Result> {
	/** A second identical call would have a second effect. */
	isCreating: boolean;
	/** See `ServiceCall`. */
	findEffect?: () => Promise<Result | undefined>;
}

/**
 * Tries a call until it succeeds, fails for good or the limits are reached. After an answer was lost, what can be repeated
 * without harm is repeated after a look; what makes something is never repeated, only asked about.
 */
export async function retry<Result>(
	call: Retried<Result>,
	limits: RetryLimits,
	attemptCall: (attempt: number) => Promise<Outcome>,
	signal?: AbortSignal,
): Promise<Tried<Result>> {
	const tries = new Tries(limits, signal);
	const { report } = tries;
	const look = async () => await ask(call);
	let wasLost = false;

	for (;;) {
		const outcome = await attemptCall(tries.begin());
		const verdict = judge(outcome);
		if (verdict === 'done') return { outcome, report };
		if (verdict === 'unknown' || verdict === 'web page') {
			if (call.isCreating) return await askUntilSettled(tries, outcome, look);
			wasLost = true;
		}
		const isFinal = verdict === 'failed' || verdict === 'web page';
		const again = !isFinal && (await tries.mayGoOn(outcome));
		// A refused repetition ("already submitted") may mean that the first call worked, too.
		const effect = wasLost && !report.cancelled ? await look() : undefined;
		if (effect && 'result' in effect) return { outcome, report, effect };
		if (!again) return { outcome, report };
	}
}

/** The service may carry out later what it did not answer. What is never seen may still come: the error says so. */
async function askUntilSettled<Result>(tries: Tries, outcome: Outcome, look: () => Promise<Look<Result>>): Promise<Tried<Result>> {
	for (const pause of ASKED_AFTER_MS) {
		if (!(await tries.pause(pause))) break;
		const effect = await look();
		if (effect && 'result' in effect) return { outcome, report: tries.report, effect };
		if (effect?.isHopeless) break;
	}
	return { outcome, report: { ...tries.report, mayHaveTakenEffect: true } };
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
