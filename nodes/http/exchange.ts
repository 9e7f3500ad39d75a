import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

import { now } from '../core/clock';
import { isStream, receiveJson } from './body';
import { readResponse, retryAfterOf } from './outcome';
import type { Pace } from './pace';
import { CANCELLED_BEFORE_SENT, type Lost, type Outcome, type RetryLimits } from './types';

/** Sends once. The signal ends the request and the stream of its response. */
export type Send = (signal: AbortSignal) => Promise<Outcome>;

export interface ExchangeOptions extends TryLimits {
	/** Without one, it is sent at once. */
	pace?: Pace;
	/** How long it may wait for the end of a pause. */
	wait?: Pick<RetryLimits, 'maxWaitMs' | 'until'>;
	/** Receives the body, which is a stream. Without it, the body is JSON or text. */
	receive?: (sent: Outcome, signal: AbortSignal) => Promise<Outcome>;
	log: (outcome: Outcome, startedAt: number) => void;
}

/** One request and its response: paced, limited in time, received, logged. */
export async function exchange(
	send: Send,
	{ pace, wait = NO_LIMIT, receive = receiveJson, log, ...limits }: ExchangeOptions,
): Promise<Outcome> {
	if (pace && !(await pace.turn(limits.signal, longestPause(wait))))
		return limits.signal?.aborted ? CANCELLED_BEFORE_SENT : paused(pace);
	const startedAt = Date.now();
	const sentAt = performance.now();
	const outcome = await withinLimits(
		async (signal) => await receive(await send(signal), signal),
		limits,
	);
	const { response } = outcome;
	pace?.noteResponse(
		sentAt,
		response?.status === 429,
		performance.now(),
		Math.min(retryAfterOf(response?.headers) ?? 0, wait.maxWaitMs),
	);
	log(outcome, startedAt);
	return outcome;
}

const NO_LIMIT = { maxWaitMs: Infinity };

const longestPause = ({ maxWaitMs, until = Infinity }: NonNullable<ExchangeOptions['wait']>) =>
	Math.min(maxWaitMs, until - now());

/** Like a 429 of its own. */
const paused = ({ pauseMs }: Pace): Outcome => ({
	denied: {
		message: 'The service is receiving too many requests, so the call was not sent',
		hint: 'It asked for a wait in its response to another call. Try again later.',
		status: 429,
		retryAfterMs: pauseMs,
		temporary: true,
	},
});

/**
 * What every request wants of n8n. Version 1 drops headers and body of an error status. n8n itself
 * would read a body of any size.
 */
export const FULL_RESPONSE = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

/** For hosts that must not see the token. */
export async function sendPlain(
	{ helpers }: IHttpRequestHelper,
	request: IHttpRequestOptions,
): Promise<Outcome> {
	return await readResponse(
		async () => await helpers.httpRequest({ ...FULL_RESPONSE, ...request }),
	);
}

const TIMED_OUT = 'TIMED_OUT';

const tookTooLong = (limitMs: number): Lost => ({
	code: TIMED_OUT,
	message: `There was no whole answer within ${Math.round(limitMs / 1000)} seconds.`,
	neverSent: false,
});

/** For sentences such as "gave no whole answer (ECONNRESET)". */
export const whyLost = ({ code }: Lost): string => (code === TIMED_OUT ? 'in time' : `(${code})`);

interface TryLimits {
	/** Until the response was received. n8n's timeout limits silence, and a drip is never silent. */
	timeoutMs?: number;
	/** Cancels the try. Also ends the stream of its response. */
	signal?: AbortSignal;
}

/** Runs one try with a signal that aborts at its limits. */
async function withinLimits(
	run: (signal: AbortSignal) => Promise<Outcome>,
	{ timeoutMs = 0, signal }: TryLimits,
): Promise<Outcome> {
	const controller = new AbortController();
	const abort = () => controller.abort();
	const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
	if (signal?.aborted) abort();
	signal?.addEventListener('abort', abort, { once: true });
	timeout?.addEventListener('abort', abort, { once: true });
	let isStreaming = false;
	try {
		const outcome = await run(controller.signal);
		isStreaming = isStream(outcome.response?.body);
		// What is left of a response that was given up holds its connection.
		if (outcome.lost) abort();
		return outcome.lost && timeout?.aborted ? { lost: tookTooLong(timeoutMs) } : outcome;
	} finally {
		timeout?.removeEventListener('abort', abort);
		if (!isStreaming) signal?.removeEventListener('abort', abort);
	}
}
