import { unlessCancelled } from '../core/cancelled';
import { MAX_RECEIVED } from '../rules/limits';
import { readLost } from './outcome';
import { type FileStream, isStream } from './streamedBody';
import type { Outcome } from './types';

/** The code of a response that is too large. The rest of it was not read. */
export const TOO_LARGE = 'TOO_LARGE';

class BrokenResponse extends Error {
	readonly code = 'BROKEN_ANSWER';
}

class TooLarge extends Error {
	readonly code = TOO_LARGE;
}

/** Turns the stream of a body into a whole one. A body that breaks off or is too large is lost. */
async function receive(
	sent: Outcome,
	signal: AbortSignal,
	read: (body: unknown) => Promise<unknown>,
): Promise<Outcome> {
	if (!sent.response) return sent;
	try {
		const body = await unlessCancelled(read(sent.response.body), signal);
		return { response: { ...sent.response, body } };
	} catch (error) {
		return { lost: { ...readLost(error), neverSent: false } };
	}
}

/** The status of a refusal is enough. */
function orRefusal(received: Outcome, { response }: Outcome, signal: AbortSignal): Outcome {
	if (received.response || !response || response.status < 300 || signal.aborted) return received;
	return { response: { ...response, body: '' } };
}

/** Makes the body a Buffer. */
export const receiveWhole =
	(maxBytes: number) =>
	async (sent: Outcome, signal: AbortSignal): Promise<Outcome> =>
		await receive(sent, signal, async (body) => await readWhole(body, maxBytes));

export const receiveWholeOrRefusal =
	(maxBytes: number) =>
	async (sent: Outcome, signal: AbortSignal): Promise<Outcome> =>
		orRefusal(await receiveWhole(maxBytes)(sent, signal), sent, signal);

/** Makes the body what its JSON says, or else text. */
export async function receiveJson(sent: Outcome, signal: AbortSignal): Promise<Outcome> {
	const { jsonBytes } = MAX_RECEIVED;
	const read = async (body: unknown) => parse(await readWhole(body, jsonBytes));
	return orRefusal(await receive(sent, signal, read), sent, signal);
}

function parse(body: Buffer): unknown {
	if (hasTooManyMarks(body))
		throw new TooLarge('The answer has more fields and entries than fit into memory.');
	const text = body.toString('utf8').replace(/^\uFEFF/, '');
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const [QUOTE, BACKSLASH, ...MARKS] = Buffer.from('"\\{[:,');

/** A few megabytes of empty objects would take a gigabyte. */
function hasTooManyMarks(body: Buffer): boolean {
	const limit = MAX_RECEIVED.jsonMarks;
	let marks = 0;
	let isText = false;
	for (let at = 0; body.length > limit && at < body.length && marks <= limit; at++) {
		const byte = body[at]!;
		if (byte === QUOTE) isText = !isText;
		else if (isText && byte === BACKSLASH) at++;
		else if (!isText && MARKS.includes(byte)) marks++;
	}
	return marks > limit;
}

/** Throws if the body breaks off, if it is too large, or if n8n's helper took it away. */
async function readWhole(body: unknown, maxBytes: number): Promise<Buffer> {
	if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body as Buffer);
	if (!isStream(body)) throw new BrokenResponse('The answer has no body.');
	return await readStream(body, maxBytes);
}

/** With events: leaving an iterator waits until more data comes. */
async function readStream(stream: FileStream, maxBytes: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	return await new Promise((resolve, reject) => {
		const breakOff = (error?: unknown) =>
			reject(new BrokenResponse(`The answer broke off (${readLost(error).code}).`));
		// It may have ended before anybody listened.
		if (stream.destroyed) breakOff();
		stream.on('error', breakOff);
		stream.on('close', breakOff);
		stream.on('end', () => resolve(Buffer.concat(chunks, size)));
		stream.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size <= maxBytes) return void chunks.push(chunk);
			reject(new TooLarge(`The answer is larger than ${maxBytes / 1_048_576} MiB.`));
			stream.destroy();
		});
	});
}
