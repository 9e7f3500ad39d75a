import type { NodeError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Client } from '../transport/client';
import { now, wait } from '../transport/pipeline/clock';
import { asError } from '../transport/pipeline/errors';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/** Reads a resource again and again, ever more slowly, until it is as wanted or the time is over. */
export async function pollUntil<T>(
	client: Client,
	{ read, until, limitMs, what }: { read: () => Promise<T>; until: (value: T) => boolean; limitMs: number; what: string },
): Promise<T> {
	const deadline = now() + limitMs;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
		const value = await read().catch((error: unknown) => {
			throw afterBeginning(asError(client.context.getNode(), error), what);
		});
		if (until(value)) return value;
		const left = deadline - now();
		if (left <= 0 || !(await wait(Math.min(pause, left), client.cancelSignal))) {
			throw new NodeOperationError(client.context.getNode(), `${what} did not happen within ${inSeconds(limitMs)}`, {
				description: 'The service goes on with it. Read the job again later, or raise the time limit in the options.',
			});
		}
	}
}

/** What was begun goes on, although nobody can see it. */
function afterBeginning(error: Error, what: string): Error {
	const { description } = error as NodeError;
	return Object.assign(error, { description: [description, `${what} has begun and goes on; only how far it is could not be read.`].filter(Boolean).join(' ') });
}

function inSeconds(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds.toLocaleString('en-US')} seconds`;
}
