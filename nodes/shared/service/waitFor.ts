import { NodeOperationError } from 'n8n-workflow';

import type { Client } from '../transport/client';
import { wait } from '../transport/clock';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/** Reads a resource again and again, ever more slowly, until it is as wanted or the time is over. */
export async function waitFor<T>(
	client: Client,
	{ read, until, limitMs, what }: { read: () => Promise<T>; until: (value: T) => boolean; limitMs: number; what: string },
): Promise<T> {
	const deadline = Date.now() + limitMs;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
		const value = await read();
		if (until(value)) return value;
		const left = deadline - Date.now();
		if (left <= 0 || !(await wait(Math.min(pause, left), client.cancelSignal))) {
			throw new NodeOperationError(client.context.getNode(), `${what} did not happen within ${inSeconds(limitMs)}`, {
				description: 'The service goes on with it. Read the job again later, or raise the time limit in the options.',
			});
		}
	}
}

function inSeconds(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds.toLocaleString('en-US')} seconds`;
}
