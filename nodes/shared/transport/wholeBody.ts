/** More than any answer that is no file has to say, and little enough to be read in one piece. */
export const LARGEST_BODY = 8 * 1024 * 1024;

/** A body that came to its end, or word that it is too large to be read. */
export type WholeBody = Buffer | 'too large';

/** Reads a body to its end. What breaks it is thrown, and so is a body that n8n's helper took away. */
export async function readWhole(body: unknown): Promise<WholeBody> {
	if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body as Buffer);
	if (!isStream(body)) throw new Error('The answer has no body.');
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		// Leaving the loop closes the connection.
		if (size > LARGEST_BODY) return 'too large';
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

const isStream = (body: unknown): body is AsyncIterable<Buffer> => body !== null && typeof body === 'object' && Symbol.asyncIterator in body;
