import { NodeOperationError } from 'n8n-workflow';

import { decodeBase64Json } from './base64Json';
import type { Client } from './client';
import { readFileName } from './contentDisposition';
import { isHtml } from './errorBody';
import { type ErrorContext, explainedError, passOn, toNodeApiError } from './errors';
import { carriesFile, factsOf, type FileAnswer, goesOn, sizeOf } from './fileAnswer';
import { callFileHost, fileHostSaid } from './fileHost';
import { type FileStream, toStream } from './fileSource';
import { IdleWatch, stoodStill } from './idleWatch';
import { readLost } from './outcome';
import { Progress } from './progress';
import { type Report, backOff } from './tries';
import { judge } from './verdict';
import { retryAfterOf } from './retryAfter';
import { readBeginning, readRefusal } from './streamedBody';
import type { Answer, Outcome, Subject } from './types';
import { wait } from './clock';

const ACCEPT = 'application/octet-stream';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
/** How a file host refuses an address that was good for a while. */
const EXPIRED = new Set([401, 403, 404, 410]);
/** Types that say nothing about a file. */
const UNSPECIFIC = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download', 'application/force-download']);

export interface DownloadCall {
	/** Below the base address of the service, which answers with the file or with the address of it. */
	path: string;
	about: Subject;
	idleMs: number;
}

export interface Download {
	/** Ends only when the file is whole; fails otherwise. */
	stream: FileStream;
	size?: number;
	fileName?: string;
	mediaType?: string;
}

/** Opens a file of the service. A broken connection is taken up again behind the stream. */
export async function openDownload(client: Client, call: DownloadCall): Promise<Download> {
	const download = new ResumedDownload(client, call);
	const received = download.read();
	const { pieces, beginning } = await peek(received);
	const giveUp = () => {
		download.giveUp();
		void received.return(undefined);
	};
	const { headers } = download.first!;
	const mediaType = contentTypeOf(headers);
	if (download.isDoubtful(headers) && mediaType === 'application/json' && /^\s*"/.test(beginning)) return { stream: whenGivenUp(toStream(decodeBase64Json(pieces)), giveUp) };
	return {
		stream: whenGivenUp(toStream(pieces), giveUp),
		size: sizeOf(download.first!),
		fileName: readFileName(headers['content-disposition']),
		mediaType: UNSPECIFIC.has(mediaType) ? undefined : mediaType,
	};
}

/** Without its parameters: n8n offers to view a file only by the bare type. */
const contentTypeOf = (headers: Answer['headers']) => (headers['content-type'] ?? '').toLowerCase().split(';')[0]!.trim();

async function peek(pieces: AsyncGenerator<Buffer>): Promise<{ pieces: AsyncIterable<Buffer>; beginning: string }> {
	const first = await pieces.next();
	async function* all() {
		if (!first.done) yield first.value;
		yield* pieces;
	}
	return { pieces: all(), beginning: first.done ? '' : first.value.subarray(0, 16).toString('latin1') };
}

/** Tells at once when a stream is left before its end: by itself it ends only a generator that has begun, and not while that waits for data. */
function whenGivenUp(stream: FileStream, tell: () => void): FileStream {
	const destroy = stream._destroy.bind(stream);
	stream._destroy = (error, done) => {
		if (!stream.readableEnded) tell();
		destroy(error, done);
	};
	return stream;
}

class ResumedDownload {
	/** The answer that the file began with. */
	first?: FileAnswer;
	/** Whether the service sent the file itself instead of pointing to it. */
	isDirect = false;
	/** Closes the connection that the file comes through; destroying its stream does not while that waits for data. */
	private connection = new AbortController();
	private isGivenUp = false;
	private readonly report: Report = { tries: 1, waitedMs: 0, cancelled: false, mayHaveTakenEffect: false };

	constructor(
		private readonly client: Client,
		private readonly call: DownloadCall,
	) {}

	/** Nobody reads on: the connection is closed and no other is opened. */
	giveUp() {
		this.isGivenUp = true;
		this.connection.abort();
	}

	/** Asks for the file from a position on. The answer may begin at zero all the same. */
	async open(offset: number, size?: number): Promise<FileAnswer> {
		// Compressed on its way, a file would not be as long as announced.
		const headers = { Accept: ACCEPT, 'Accept-Encoding': 'identity', ...(offset > 0 ? { Range: `bytes=${offset}-` } : {}) };
		for (let refusals = 0; ; ) {
			const outcome = await this.follow(headers);
			if (outcome.answer && carriesFile(outcome.answer)) return await this.expectFile(outcome.answer as FileAnswer);
			// An address may have expired; each try asks for a new one.
			if (EXPIRED.has(outcome.answer?.status ?? 0)) refusals += 1;
			const isFinal = judge(outcome) === 'failed' && (refusals === 0 || refusals > 1);
			if (isFinal || !(await this.mayRetry(outcome))) throw this.failed(outcome, offset, size);
		}
	}

	/** A sign-in page is no file. */
	private async expectFile(answer: FileAnswer): Promise<FileAnswer> {
		const { headers, body } = answer;
		if (!this.isDoubtful(headers) || contentTypeOf(headers) !== 'text/html') return answer;
		throw this.failed({ answer: { ...answer, body: await readBeginning(body, this.client.cancelSignal) } });
	}

	/** Goes where the service points to, without the access token: the address itself is the permission. */
	private async follow(headers: Record<string, string>): Promise<Outcome> {
		const { path, about, idleMs } = this.call;
		const { cancelSignal } = this.client;
		// An answer that was given up may still hold its connection.
		this.connection.abort();
		this.connection = new AbortController();
		const abortSignal = cancelSignal ? AbortSignal.any([cancelSignal, this.connection.signal]) : this.connection.signal;
		let outcome: Outcome = { answer: await this.client.open({ method: 'GET', path, headers, about, abortSignal }) };
		this.isDirect = !REDIRECTS.has(outcome.answer?.status ?? 0);
		let url = this.client.baseUrl + path;
		for (let hops = 0; outcome.answer && REDIRECTS.has(outcome.answer.status); hops++) {
			url = this.nextAddress(outcome.answer, url, hops);
			const call = { method: 'GET' as const, url, headers, streamed: true, label: 'download', about, attempt: this.report.tries, idleMs, abortSignal };
			outcome = await readRefusal(await callFileHost(this.client, call), cancelSignal);
		}
		return outcome;
	}

	private nextAddress({ headers }: Answer, from: string, hops: number): string {
		const { location } = headers;
		const next = location && URL.canParse(location, from) ? new URL(location, from) : undefined;
		const isSafe = next?.protocol === 'https:' || (next?.protocol === 'http:' && from.startsWith('http:'));
		if (next && isSafe && hops < MAX_REDIRECTS) return next.href;
		const why = hops >= MAX_REDIRECTS ? `it was redirected more than ${MAX_REDIRECTS} times` : 'the service named no usable address for it';
		throw new NodeOperationError(this.client.context.getNode(), `The file cannot be downloaded: ${why}`, { description: 'Tell whoever runs the service.' });
	}

	/** The file's bytes, once each and in order. */
	async *read(): AsyncGenerator<Buffer> {
		let answer = (this.first = await this.open(0));
		let known = factsOf(answer);
		const progress = new Progress(known.size);
		let position = 0;
		for (;;) {
			let skip = answer.status === 206 ? 0 : position;
			let outcome: Outcome = { lost: { code: 'CUT_OFF', message: 'The file ended before its announced length.', neverSent: false } };
			try {
				for await (const chunk of this.watched(answer.body)) {
					const part = chunk.subarray(skip);
					skip -= chunk.length - part.length;
					position += part.length;
					if (part.length > 0) yield part;
				}
				const isEnd = skip === 0 && (known.size === undefined || position >= known.size);
				if (isEnd && position > 0) return;
				// No source is empty, so no file is: this one is not there yet.
				if (isEnd) outcome = { answer: { ...answer, body: '' } };
			} catch (error) {
				outcome = { lost: readLost(error) };
			}
			if (progress.hasComeOn(position)) Object.assign(this.report, { tries: 1, waitedMs: 0 });
			if (!(await this.mayRetry(outcome))) throw this.failed(outcome, position, known.size);
			answer = await this.open(position, known.size);
			if (position === 0) {
				this.first = answer;
				known = factsOf(answer);
			} else {
				if (!goesOn(known, answer, position)) throw this.changed();
				const { size, etag } = factsOf(answer);
				known = { size: known.size ?? size, etag: known.etag ?? etag };
			}
		}
	}

	private async *watched(stream: FileStream): AsyncGenerator<Buffer> {
		const { connection } = this;
		const { idleMs } = this.call;
		const close = () => connection.abort();
		const watch = new IdleWatch(idleMs, close);
		stream.on('error', () => {});
		let isWhole = false;
		try {
			for await (const chunk of stream as AsyncIterable<Buffer>) {
				watch.pause();
				yield chunk;
				watch.moved();
			}
			isWhole = true;
		} catch (error) {
			if (!watch.timedOut) throw passOn(this.client.context.getNode(), error);
			const { code, message } = stoodStill(idleMs);
			throw Object.assign(new Error(message), { code });
		} finally {
			watch.stop();
			if (!isWhole) close();
		}
	}

	/** The service itself hands out a file without naming it: then what it calls a page or JSON may be no file. */
	isDoubtful(headers: Answer['headers']): boolean {
		return this.isDirect && headers['content-disposition'] === undefined;
	}

	private changed(): Error {
		this.connection.abort();
		return new NodeOperationError(this.client.context.getNode(), 'The file changed while it was downloaded', {
			description: 'The connection broke, and what the service sent afterwards was another file. Run it again to get the new one.',
		});
	}

	private async mayRetry(outcome: Outcome): Promise<boolean> {
		const { report, client } = this;
		const { maxTries, maxWaitMs } = client.retryLimits;
		const delay = retryAfterOf(outcome.answer?.headers) ?? backOff(report.tries);
		if (this.isGivenUp || client.cancelSignal?.aborted || report.tries >= maxTries || report.waitedMs + delay > maxWaitMs) return false;
		report.tries += 1;
		report.waitedMs += delay;
		return (await wait(delay, client.cancelSignal)) && !this.isGivenUp;
	}

	private failed(outcome: Outcome, position = 0, size?: number): Error {
		this.connection.abort();
		const { client, report } = this;
		const far = position > 0 ? ` after ${position.toLocaleString('en-US')}${size === undefined ? '' : ` of ${size.toLocaleString('en-US')}`} bytes` : '';
		const context = { node: client.context.getNode(), report: { ...report, cancelled: client.cancelSignal?.aborted === true }, secrets: client.secrets };
		if (outcome.answer && outcome.answer.status < 300 && !isHtml(outcome.answer.body)) return this.noFile(outcome.answer, context);
		if (this.isDirect) return toNodeApiError(outcome, { ...context, what: `The download${far}` });
		const { answer } = outcome;
		const failure = answer && answer.status < 500 ? undefined : ({ cause: 'temporarily-unavailable' } as const);
		return explainedError({ message: `The download ended${far || ' before any byte arrived'}`, description: `${fileHostSaid(outcome)} Run it again later.`, failure }, answer?.status, context);
	}
	private noFile({ status }: Answer, context: Omit<ErrorContext, 'what'>): Error {
		const explanation = {
			message: 'The download brought no file',
			description: `The ${this.isDirect ? 'service' : 'file host'} answered ${status} without a single byte of it. It may not be ready yet: run it again later.`,
			failure: { cause: 'temporarily-unavailable' } as const,
		};
		return explainedError(explanation, status, context);
	}
}
