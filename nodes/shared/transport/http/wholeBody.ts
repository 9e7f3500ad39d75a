import { readLost } from './outcome';

/** Large enough for any answer but a file, small enough for memory. */
export const LARGEST_BODY = 8 * 1024 * 1024;

export type WholeBody = Buffer | 'too large';

export class BrokenAnswer extends Error {
	readonly code = 'BROKEN_ANSWER';
}

/** Reads a body to its end. Throws if it breaks off, or if n8n's helper took it away. */
export async function readWhole(body: unknown): Promise<WholeBody> {
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
		throw brokenOff(error);
	}
	return Buffer.concat(chunks);
}

const brokenOff = (error: unknown) =>
	new BrokenAnswer(`The answer broke off (${readLost(error).code}).`);

const isStream = (body: unknown): body is AsyncIterable<Buffer> =>
	body !== null && typeof body === 'object' && Symbol.asyncIterator in body;
