import { readLost } from './outcome';

/** More than any answer that is no file has to say, and little enough to be read in one piece. */
export const LARGEST_BODY = 8 * 1024 * 1024;

/** A body that came to its end, or word that it is too large to be read. */
export type WholeBody = Buffer | 'too large';

/** The answer began and did not come to its end. */
export class BrokenAnswer extends Error {
	readonly code = 'BROKEN_ANSWER';
}

/** Reads a body to its end; one that breaks off, or that n8n's helper took away, is thrown. */
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

const brokenOff = (error: unknown) => new BrokenAnswer(`The answer broke off (${readLost(error).code}).`);

const isStream = (body: unknown): body is AsyncIterable<Buffer> => body !== null && typeof body === 'object' && Symbol.asyncIterator in body;
