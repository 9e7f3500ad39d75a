import { unlessCancelled } from '../../concurrency/cancelled';
import { readLost } from './outcome';
import type { Outcome } from './types';

/** Large enough for any answer but a file, small enough for memory. */
export const LARGEST_BODY = 8 * 1024 * 1024;

export type WholeBody = Buffer | 'too large';

class BrokenAnswer extends Error {
	readonly code = 'BROKEN_ANSWER';
}

/** Makes the body a `WholeBody`. One that breaks off is lost. */
export async function receiveWhole(sent: Outcome, signal: AbortSignal): Promise<Outcome> {
	if (!sent.answer) return sent;
	try {
		const body = await unlessCancelled(readWhole(sent.answer.body), signal);
		return { answer: { ...sent.answer, body } };
	} catch (error) {
		return { lost: { ...readLost(error), neverSent: false } };
	}
}

/** The same, but the status of a refusal is enough. */
export async function receiveWholeOrRefusal(sent: Outcome, signal: AbortSignal): Promise<Outcome> {
	const received = await receiveWhole(sent, signal);
	const { answer } = sent;
	if (received.answer || !answer || answer.status < 300 || signal.aborted) return received;
	return { answer: { ...answer, body: Buffer.alloc(0) } };
}

/** Throws if the body breaks off, or if n8n's helper took it away. */
async function readWhole(body: unknown): Promise<WholeBody> {
	if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body as Buffer);
	if (!isStream(body)) throw new BrokenAnswer('The answer has no body.');
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of body) {
			size += chunk.length;
			// Leaving the loop closes the connection.
			if (size > LARGEST_BODY) return 'too large';
			chunks.push(chunk);
		}
	} catch (error) {
		throw toBrokenAnswer(error);
	}
	return Buffer.concat(chunks);
}

const toBrokenAnswer = (error: unknown) =>
	new BrokenAnswer(`The answer broke off (${readLost(error).code}).`);

const isStream = (body: unknown): body is AsyncIterable<Buffer> =>
	body !== null && typeof body === 'object' && Symbol.asyncIterator in body;
