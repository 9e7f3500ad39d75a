import { unlessCancelled } from '../../concurrency/cancelled';
import { readLost } from './outcome';
import type { Outcome } from './types';

/** Large enough for any response but a file, small enough for memory. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

export type WholeBody = Buffer | 'too large';

class BrokenResponse extends Error {
	readonly code = 'BROKEN_ANSWER';
}

/** Makes the body a `WholeBody`. One that breaks off is lost. */
export async function receiveWhole(sent: Outcome, signal: AbortSignal): Promise<Outcome> {
	if (!sent.response) return sent;
	try {
		const body = await unlessCancelled(readWhole(sent.response.body), signal);
		return { response: { ...sent.response, body } };
	} catch (error) {
		return { lost: { ...readLost(error), neverSent: false } };
	}
}

/** The same, but the status of a refusal is enough. */
export async function receiveWholeOrRefusal(sent: Outcome, signal: AbortSignal): Promise<Outcome> {
	const received = await receiveWhole(sent, signal);
	const { response } = sent;
	if (received.response || !response || response.status < 300 || signal.aborted) return received;
	return { response: { ...response, body: Buffer.alloc(0) } };
}

/** Throws if the body breaks off, or if n8n's helper took it away. */
async function readWhole(body: unknown): Promise<WholeBody> {
	if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body as Buffer);
	if (!isChunked(body)) throw new BrokenResponse('The answer has no body.');
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of body) {
			size += chunk.length;
			// Leaving the loop closes the connection.
			if (size > MAX_BODY_BYTES) return 'too large';
			chunks.push(chunk);
		}
	} catch (error) {
		throw toBrokenResponse(error);
	}
	return Buffer.concat(chunks);
}

const toBrokenResponse = (error: unknown) =>
	new BrokenResponse(`The answer broke off (${readLost(error).code}).`);

const isChunked = (body: unknown): body is AsyncIterable<Buffer> =>
	body !== null && typeof body === 'object' && Symbol.asyncIterator in body;
