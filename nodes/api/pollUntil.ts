import { now, wait } from '../core/clock';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { withAdvice } from '../http/errors';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;

/** Polls ever more slowly until `read` returns something or the time is over. */
export async function pollUntil<T>(
	client: Client,
	{ read, limitMs, what }: { read: () => Promise<T | undefined>; limitMs: number; what: string },
): Promise<T> {
	const deadline = now() + limitMs;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 1.5)) {
		const value = await read().catch((error: unknown) => {
			throw withAdvice(
				error,
				`${what} has begun and continues; only its progress could not be read.`,
			);
		});
		if (value !== undefined) return value;
		const left = deadline - now();
		if (left <= 0 || !(await wait(Math.min(pause, left), client.cancelSignal))) {
			throw new OperationFailed(
				`${what} was not finished within ${inSeconds(limitMs)}`,
				'The service is still working on it. Read the job again later, or raise the time limit in the options.',
			);
		}
	}
}

function inSeconds(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds.toLocaleString('en-US')} seconds`;
}
