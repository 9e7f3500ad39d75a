import { isStream } from './streamedBody';
import type { Lost, Outcome } from './types';

const TIMED_OUT = 'TIMED_OUT';

const tookTooLong = (limitMs: number): Lost => ({
	code: TIMED_OUT,
	message: `There was no whole answer within ${Math.round(limitMs / 1000)} seconds.`,
	neverSent: false,
});

/** For sentences such as "gave no whole answer (ECONNRESET)". */
export const whyLost = ({ code }: Lost): string => (code === TIMED_OUT ? 'in time' : `(${code})`);

export interface TryLimits {
	/** Until the response was received. n8n's timeout limits silence, and a drip is never silent. */
	timeoutMs?: number;
	/** Cancels the try. Also ends the stream of its response. */
	signal?: AbortSignal;
}

/** Runs one try with a signal that aborts at its limits. */
export async function withinLimits(
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
