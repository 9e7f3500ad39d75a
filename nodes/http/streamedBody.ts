import type { IExecuteFunctions } from 'n8n-workflow';

import { StallWatch } from './stallWatch';
import type { Outcome } from './types';

const MAX_MESSAGE_LENGTH = 16_384;
/** An error message is not worth a longer wait. */
const MAX_WAIT_MS = 2_000;

/** The stream that n8n's helpers return. */
export type FileStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

export const isStream = (body: unknown): body is FileStream =>
	typeof (body as FileStream | undefined)?.pipe === 'function';

/**
 * Leaves the stream of a good response as it is. Of any other response, reads the body's beginning.
 */
export async function readRefusal(outcome: Outcome, signal?: AbortSignal): Promise<Outcome> {
	const { response } = outcome;
	if (!response || !isStream(response.body) || (response.status >= 200 && response.status < 300))
		return outcome;
	const body = readBeginning(response.body, signal);
	// A redirect's body is read only to free the connection.
	const isRedirect = response.status < 400;
	return { response: { ...response, body: isRedirect ? '' : await body } };
}

/** Returns JSON or text. If the body does not end in time, returns what has come so far. */
async function readBeginning(stream: FileStream, signal?: AbortSignal): Promise<unknown> {
	let text = '';
	const read = async () => {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			text += chunk.toString('utf8');
			if (text.length >= MAX_MESSAGE_LENGTH) break;
		}
	};
	let giveUp = () => {};
	// Destroying the stream would not end the read: n8n's stream closes only when data moves
	// again.
	const givenUp = new Promise<void>((resolve) => (giveUp = resolve));
	const deadline = new StallWatch(MAX_WAIT_MS, giveUp);
	signal?.addEventListener('abort', giveUp, { once: true });
	// A broken body does not matter: the status says enough.
	await Promise.race([read().catch(() => {}), givenUp]);
	deadline.stop();
	signal?.removeEventListener('abort', giveUp);
	stream.destroy();
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
