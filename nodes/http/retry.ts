import { now, wait } from '../core/clock';
import { leftByEarlierTries } from '../core/retryOnFail';
import { isHtml } from './errorBody';
import { isTemporary } from './errors';
import { retryAfterOf } from './outcome';
import type { Outcome, Report, RetryLimits } from './types';

const FIRST_BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 30_000;
/** A Retry-After of zero would use up all tries at once. */
const MIN_RETRY_AFTER_MS = 100;

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

/**
 * Pauses between looks for the effect of a creating call. A gateway may give up after a minute
 * while the service goes on, so they last longer than that.
 */
const ASKED_AFTER_MS = [500, 1_500, 3_000, 5_000, 10_000, 15_000, 15_000, 15_000, 15_000, 15_000];

type RetryResult<Result> = { outcome: Outcome; report: Report; effect?: { result: Result } };

export interface RetryableCall<Result> {
	/** `creates`: repeating the call would repeat its effect. `sets`: it would not. */
	kind: 'reads' | 'sets' | 'creates';
	findEffect?: () => Promise<Result | undefined>;
	/** The response to an earlier call that sets the same was lost. */
	wasLost?: boolean;
	/** How to tell from an outcome whether the call took effect. */
	verdictOf?: (outcome: Outcome) => Verdict;
}

/** Thrown by a `findEffect`: what it sees may be the effect or not. A later look may tell. */
export class EffectUnclear extends Error {
	override readonly name = 'EffectUnclear';
}

/**
 * Tries a call until it succeeds, fails for good or reaches the limits. After a lost response it
 * looks for the effect first. It repeats a creating call only if the service answered every look
 * and never showed an effect.
 */
export async function retry<Result>(
	call: RetryableCall<Result>,
	limits: RetryLimits,
	attemptCall: (attempt: number) => Promise<Outcome>,
	signal?: AbortSignal,
): Promise<RetryResult<Result>> {
	const { verdictOf = classify } = call;
	const tries = new Tries(limits, signal);
	const { report } = tries;
	let { wasLost = false } = call;

	for (;;) {
		const outcome = await attemptCall(tries.begin());
		const verdict = verdictOf(outcome);
		if (verdict === 'done') return { outcome, report };
		const isUnknown = verdict === 'unknown' || verdict === 'web page';
		if (isUnknown && call.kind === 'creates') {
			const probe = await pollForEffect(call, tries);
			if (typeof probe === 'object') return { outcome, report, effect: probe };
			const isNotDone = probe === 'nothing' && verdict === 'unknown';
			if (!isNotDone || !(await tries.waitForRetry(outcome)))
				return { outcome, report: { ...report, mayHaveTakenEffect: true } };
			continue;
		}
		wasLost ||= isUnknown;
		const isFinal = verdict === 'failed' || verdict === 'web page';
		const again = !isFinal && (await tries.waitForRetry(outcome));
		// "Already submitted" may mean that the first call worked.
		const probe = wasLost && !report.cancelled ? await ask(call) : undefined;
		if (typeof probe === 'object') return { outcome, report, effect: probe };
		if (!again)
			return {
				outcome,
				report: { ...report, mayHaveTakenEffect: wasLost && call.kind === 'sets' },
			};
	}
}

/** The service may act after it failed to answer, so one look is not enough. */
async function pollForEffect<Result>(
	call: RetryableCall<Result>,
	tries: Tries,
): Promise<ProbeResult<Result>> {
	let last: ProbeResult<Result> = 'cannot ask';
	for (const pause of ASKED_AFTER_MS) {
		if (!(await tries.pause(pause))) return 'cannot ask';
		last = await ask(call);
		if (typeof last === 'object' || last === 'cannot ask') return last;
	}
	return last;
}

/** What a look showed. `no response`: another look may. `cannot ask`: no look can. */
type ProbeResult<Result> = { result: Result } | 'nothing' | 'no answer' | 'cannot ask';

async function ask<Result>({ findEffect }: RetryableCall<Result>): Promise<ProbeResult<Result>> {
	if (!findEffect) return 'cannot ask';
	try {
		const result = await findEffect();
		return result === undefined ? 'nothing' : { result };
	} catch (error) {
		return error instanceof EffectUnclear || isTemporary(error) ? 'no answer' : 'cannot ask';
	}
}

/** The service did nothing. */
const NOT_DONE = new Set([429, 503]);

/** `web page`: something in front of the service answered, so the call's effect is unknown. */
export type Verdict = 'done' | 'failed' | 'not done' | 'unknown' | 'web page';

/** Tells from an outcome whether the call took effect. */
export function classify(outcome: Outcome): Verdict {
	if (outcome.denied) return outcome.denied.temporary ? 'not done' : 'failed';
	if (outcome.lost) return outcome.lost.neverSent ? 'not done' : 'unknown';
	const { status, body } = outcome.response;
	if (status < 300) return isHtml(body) ? 'web page' : 'done';
	// A gateway redirected the call before the service saw it.
	if (status < 400) return 'failed';
	if (NOT_DONE.has(status)) return 'not done';
	return status >= 500 ? 'unknown' : 'failed';
}

export interface SentCall {
	method: string;
	path: string;
	body?: unknown;
	/** Without it, the whole body. */
	identity?: unknown;
	/** True if the last look showed a part of the effect. */
	hasPart?: () => boolean;
}

interface ChangingCall<Client, Result> {
	kind: RetryableCall<Result>['kind'];
	findEffect?: (client: Client) => Promise<Result | undefined>;
	sent?: SentCall;
}

/** A call that may have taken effect. */
interface UnknownCall<Client> {
	/** Of one try of n8n's "Retry On Fail". */
	session: object;
	call: ChangingCall<Client, unknown>;
	outcome: Outcome;
}

interface EarlierTry<Client, Result> {
	/** How the same creating call ended, if nobody knows whether it took effect. */
	outcome?: Outcome;
	wasLost?: boolean;
	/** Looks for the effect of both. */
	findEffect: ChangingCall<Client, Result>['findEffect'];
	/** For the next try of n8n. */
	remember(report: Report, outcome: Outcome): void;
}

/** What an earlier try of n8n's "Retry On Fail" left of a call that changes something. */
export function earlierTry<Client, Result>(
	context: object,
	itemIndex: number,
	session: object,
	call: ChangingCall<Client, Result>,
): EarlierTry<Client, Result> {
	const { kind, sent } = call;
	if (kind === 'reads' || !sent) return { findEffect: call.findEffect, remember() {} };
	const unknown = leftByEarlierTries<UnknownCall<Client>>(context, itemIndex, 'calls');
	const earlier = unknown.find(
		(each) => each.session !== session && isSameTarget(each.call.sent!, sent),
	);
	const creating = kind === 'creates' ? earlier : undefined;
	const findEffect = creating ? findEither(creating.call, call) : call.findEffect;
	return {
		outcome: creating?.outcome,
		wasLost: kind === 'sets' && earlier !== undefined,
		findEffect,
		remember({ tries, mayHaveTakenEffect }, outcome) {
			const isSent = !creating || tries > 1;
			if (earlier && (isSent || !mayHaveTakenEffect)) unknown.splice(unknown.indexOf(earlier), 1);
			if (isSent && mayHaveTakenEffect)
				unknown.push({ session, call: { ...call, findEffect }, outcome });
		},
	};
}

const isSameTarget = (one: SentCall, other: SentCall) =>
	one.method === other.method && one.path === other.path;

/** Undefined if the calls differ: then nothing shows whether the earlier one took effect. */
function findEither<Client, Result>(
	earlier: ChangingCall<Client, unknown>,
	call: ChangingCall<Client, Result>,
): ChangingCall<Client, Result>['findEffect'] {
	if (identityOf(earlier) !== identityOf(call) || !earlier.findEffect) return undefined;
	return async (client) => {
		const found = (await earlier.findEffect!(client)) as Result | undefined;
		// Only the earlier call knows what is missing.
		if (!found && earlier.sent?.hasPart?.()) throw new EffectUnclear();
		return found ?? (await call.findEffect?.(client));
	};
}

const identityOf = ({ sent }: ChangingCall<never, unknown>) =>
	JSON.stringify(sent?.identity ?? sent?.body);
