import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { giveWay, unlessCancelled } from '../core/concurrency';
import { MAX_RECEIVED } from '../rules/limits';
import { lostBy } from './outcome';
import type { Lost, Outcome } from './types';

/** The code of a response that is too large. The rest of it was not read. */
export const TOO_LARGE = 'TOO_LARGE';

class BrokenResponse extends Error {
	override readonly name = 'BrokenResponse';
	readonly code = 'BROKEN_ANSWER';
}

class TooLarge extends Error {
	override readonly name = 'TooLarge';
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
		return { lost: { ...lostBy(error), neverSent: false } };
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
	const read = async (body: unknown) => {
		const whole = await readWhole(body, jsonBytes);
		await giveWay();
		return parse(whole);
	};
	return orRefusal(await receive(sent, signal, read), sent, signal);
}

function parse(body: Buffer): unknown {
	if (hasTooManyMarks(body))
		throw new TooLarge('The answer has more fields and entries than fit into memory.');
	return jsonOrText(body.toString('utf8').replace(/^\uFEFF/, ''));
}

function jsonOrText(text: string): unknown {
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
async function readStream(
	stream: FileStream,
	maxBytes: number,
	chunks: Buffer[] = [],
): Promise<Buffer> {
	let size = 0;
	return await new Promise((resolve, reject) => {
		const breakOff = (error?: unknown) =>
			reject(new BrokenResponse(`The answer broke off (${lostBy(error).code}).`));
		// It may have ended before anybody listened.
		if (stream.destroyed) breakOff();
		stream.on('error', breakOff);
		stream.on('close', breakOff);
		stream.on('end', () => resolve(Buffer.concat(chunks, size)));
		stream.on('data', (chunk: Buffer) => {
			size += chunk.length;
			chunks.push(chunk);
			if (size <= maxBytes) return;
			reject(new TooLarge(`The answer is larger than ${maxBytes / 1_048_576} MiB.`));
			stream.destroy();
		});
	});
}

/** An error message is not worth a longer wait, or more memory. */
const REFUSAL = { maxMs: 2_000, maxBytes: 65_536 };

/** The stream that n8n's helpers return. */
export type FileStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

export const isStream = (body: unknown): body is FileStream =>
	typeof (body as FileStream | undefined)?.pipe === 'function';

/** Leaves the stream of a good response as it is. Of a refusal, keeps what came in time. */
export async function readRefusal(outcome: Outcome, signal: AbortSignal): Promise<Outcome> {
	const { response } = outcome;
	if (!response || !isStream(response.body) || (response.status >= 200 && response.status < 300))
		return outcome;
	const { body } = response;
	const chunks: Buffer[] = [];
	// Nobody needs the body of a redirect.
	if (response.status >= 400) await readBeginning(body, chunks, signal);
	body.destroy();
	return { response: { ...response, body: parse(Buffer.concat(chunks)) } };
}

async function readBeginning(stream: FileStream, chunks: Buffer[], signal: AbortSignal) {
	const late = new AbortController();
	const deadline = new StallWatch(REFUSAL.maxMs, () => late.abort());
	const reading = readStream(stream, REFUSAL.maxBytes, chunks);
	// However it ends, the status and what came say enough.
	await unlessCancelled(reading, AbortSignal.any([signal, late.signal])).catch(() => {});
	deadline.stop();
}

const SLICE_MS = 250;
/** A dripping host counts as silent: this much has to move within the limit. */
const ENOUGH_BYTES = 1_024;

export const stallError = (idleMs: number): Lost => ({
	code: 'TIMED_OUT',
	message: `Hardly anything moved for ${Math.round(idleMs / 1000)} seconds.`,
	neverSent: false,
});

/** Notices a transfer that stands still. Its total time does not matter. */
export class StallWatch {
	private since = Date.now();
	private bytes = 0;
	private pausedAt?: number;
	private running = true;
	timedOut = false;

	constructor(
		private readonly limitMs: number,
		private readonly onIdle: () => void,
	) {
		void this.watch();
	}

	moved(bytes: number) {
		this.bytes += bytes;
		if (this.bytes < ENOUGH_BYTES) return;
		this.bytes = 0;
		this.since = Date.now();
	}

	/** From now on, this side is waiting, not the network. */
	pause() {
		this.pausedAt = Date.now();
	}

	goOn() {
		if (this.pausedAt !== undefined) this.since += Date.now() - this.pausedAt;
		this.pausedAt = undefined;
	}

	stop() {
		this.running = false;
	}

	private async watch() {
		while (this.running) {
			await sleep(Math.min(SLICE_MS, this.limitMs));
			if (!this.running || this.pausedAt !== undefined || Date.now() - this.since < this.limitMs)
				continue;
			this.timedOut = true;
			this.running = false;
			this.onIdle();
		}
	}
}
