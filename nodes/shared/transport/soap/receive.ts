import { SoapAnswerError } from './failures';

/** More than any settings service has to say, and little enough to be parsed in one piece. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Reads a body to its end, or gives up when it grows too large; what broke the stream is thrown. */
export async function receive(body: AsyncIterable<Buffer>): Promise<Buffer | SoapAnswerError> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > MAX_ANSWER_BYTES) {
			// Leaving the loop closes the connection.
			return new SoapAnswerError(
				`The answer is larger than ${MAX_ANSWER_BYTES / (1024 * 1024)} MB`,
				'Ask the service for less at a time, or check that the address is right.',
			);
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
