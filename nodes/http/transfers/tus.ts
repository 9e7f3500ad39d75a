/**
 * Resumable uploads (TUS 1.0) with tus-js-client. Every call goes through n8n's request helper, so
 * that its proxy, SSRF policy and cancellation hold. Only the protocol file is imported: the
 * package's entry installs signal handlers and patches `fs`.
 */
import type {
	HttpRequest,
	HttpResponse as TusResponse,
	HttpStack,
	UploadOptions,
} from 'tus-js-client';
import BaseUpload from 'tus-js-client/lib/upload.js';

import { OperationFailed } from '../../core/errors';
import type { Client } from '../client';
import type { Ids, Outcome } from '../types';
import { canFree, collectedQuickly, freeBuffer } from './buffers';
import { type Attempted, callFileHost, classifyTransfer } from './fileHost';
import { FileCursor, type FileSource } from './fileSource';

interface ResumableFile {
	endpoint: string;
	/** The permission. Sent to the endpoint's origin only. */
	headers: Record<string, string>;
	source: FileSource;
	fileName: string;
	chunkSize: number;
	idleMs: number;
	about?: Ids;
}

export interface ResumableResult extends Attempted {
	/** Bytes that the file host has. */
	position: number;
	/** What is wrong with a successful response. */
	problem?: string;
}

/** An upload that can be sent in several tries. */
export class ResumableUpload {
	private readonly stack: FileHostStack;
	private readonly body: PortionedFile;
	private readonly tus: InstanceType<typeof BaseUpload>;

	constructor(
		client: Client,
		private readonly file: ResumableFile,
	) {
		this.stack = new FileHostStack(client, file);
		this.body = new PortionedFile(file.source);
		this.tus = new BaseUpload(file.source, options(file, this.stack, this.body));
	}

	/** After an interruption, asks for the offset and goes on. */
	async send(attempt: number): Promise<ResumableResult> {
		const { tus, stack, body, file } = this;
		stack.attempt = attempt;
		const error = await new Promise<Error | undefined>((resolve) => {
			tus.options.onSuccess = () => resolve(undefined);
			tus.options.onError = resolve;
			// Without an endpoint, tus-js-client fails instead of starting a second upload.
			tus.options.onUploadUrlAvailable = () => void (tus.options.endpoint = null);
			tus.start();
		});
		body.reopen(error !== undefined);
		if (error && stack.failure) throw stack.failure;
		const { outcome, accepted: position } = stack;
		// After any other 409, the offset is asked for.
		const isNotCreated = error && outcome.response?.status === 409 && !tus.url;
		const verdict = isNotCreated ? 'refused' : classifyTransfer(outcome, !error);
		return { verdict, outcome, position, size: file.source.size, problem: problemOf(error) };
	}
}

/** tus-js-client adds the secret address to its message. */
function problemOf(error: Error | undefined): string | undefined {
	return error?.message.replace(/, originated from request.*/s, '').replace(/^tus: /, '');
}

function options(
	{ endpoint, headers, source, fileName, chunkSize }: ResumableFile,
	httpStack: HttpStack,
	body: PortionedFile,
): UploadOptions {
	return {
		...BaseUpload.defaultOptions,
		endpoint,
		headers,
		metadata: { name: fileName, contentType: source.mediaType, chunkSize: String(chunkSize) },
		chunkSize,
		retryDelays: null,
		storeFingerprintForResuming: false,
		fingerprint: async () => '',
		fileReader: { openFile: async () => body },
		httpStack,
	};
}

/** Remembers how the last call ended, which tus-js-client's errors do not tell. */
class FileHostStack implements HttpStack {
	attempt = 1;
	outcome: Outcome = { lost: { code: 'NOT_SENT', message: 'Nothing was sent.', neverSent: true } };
	/** A failure on our side, which would repeat. */
	failure?: Error;
	accepted = 0;
	private readonly origin: URL;

	constructor(
		private readonly client: Client,
		private readonly upload: ResumableFile,
	) {
		this.origin = new URL(upload.endpoint);
	}

	getName() {
		return 'n8n';
	}

	createRequest(method: string, url: string): HttpRequest {
		const headers: Record<string, string> = {};
		return {
			getMethod: () => method,
			getURL: () => url,
			setHeader: (name, value) => void (headers[name] = value),
			getHeader: (name) => headers[name],
			setProgressHandler: () => {},
			send: async (body: Portion | null) =>
				await this.sendRequest(
					method as 'POST' | 'HEAD' | 'PATCH',
					url,
					headers,
					body ?? undefined,
				),
			abort: async () => {},
			getUnderlyingObject: () => undefined,
		};
	}

	private async sendRequest(
		method: 'POST' | 'HEAD' | 'PATCH',
		address: string,
		headers: Record<string, string>,
		body?: Portion,
	): Promise<TusResponse> {
		const { about, idleMs } = this.upload;
		try {
			const url = this.ownAddress(address);
			this.outcome = await callFileHost(this.client, {
				method,
				url,
				// Some servers insist on a length.
				headers: body ? headers : { ...headers, 'Content-Length': '0' },
				body: body && { ...body, contentType: headers['Content-Type'] ?? '' },
				label: 'resumable upload',
				about,
				attempt: this.attempt,
				idleMs,
			});
			this.checkLocation(url, this.outcome);
		} catch (error) {
			this.failure = error instanceof Error ? error : new Error(String(error));
			throw this.failure;
		}
		const { response } = this.outcome;
		if (!response) throw new Error(this.outcome.lost?.code);
		if (response.status < 300)
			this.checkOffset(
				method,
				Number(response.headers['upload-offset'] ?? NaN),
				Number(headers['Upload-Offset']),
				body?.size ?? 0,
			);
		return {
			getStatus: () => response.status,
			getHeader: (name) => response.headers[name.toLowerCase()],
			getBody: () => '',
			getUnderlyingObject: () => undefined,
		};
	}

	private checkLocation(url: string, { response }: Outcome) {
		const location = response?.headers.location;
		if (location === undefined || URL.canParse(location, url)) return;
		throw new OperationFailed(
			'The file host gave no usable address for the upload',
			'Tell whoever runs the service.',
		);
	}

	/** tus-js-client would loop with a host that confirms less than it was sent. */
	private checkOffset(method: string, offset: number, sentFrom: number, sent: number) {
		const [lowest, highest] =
			method === 'PATCH' ? [sentFrom, sentFrom + sent] : [0, this.upload.source.size];
		if (offset >= lowest && offset <= highest) this.accepted = Math.max(this.accepted, offset);
		if (method === 'PATCH' && !Number.isNaN(offset) && offset !== highest)
			throw new Error(`sent from ${sentFrom} to ${highest}, it was confirmed up to ${offset}`);
		if (offset > highest) throw new Error(`it confirmed ${offset} of ${highest} bytes`);
	}

	/**
	 * The token belongs to this origin. A server behind a proxy may answer with http:// instead of
	 * https://.
	 */
	private ownAddress(address: string): string {
		const url = new URL(address);
		if (
			url.protocol === 'http:' &&
			this.origin.protocol === 'https:' &&
			url.hostname === this.origin.hostname
		) {
			url.protocol = 'https:';
			if (url.port === '' || url.port === '80') url.port = this.origin.port;
		}
		if (url.origin !== this.origin.origin) {
			throw new OperationFailed(
				`The file host ${this.origin.host} wants to continue the upload at ${url.host || 'another address'}`,
				'The upload was stopped: its token must not be sent to another host. Tell whoever runs the service.',
			);
		}
		return url.href;
	}
}

/** Larger portions are sent as they are read. */
const MAX_PORTION_BYTES = 16 * 1024 * 1024;
/** Of all uploads of this process. Any more are sent as they are read. */
const MAX_BYTES_IN_USE = 4 * MAX_PORTION_BYTES;
let bytesInUse = 0;

interface Portion {
	size: number;
	chunks: AsyncIterable<Buffer>;
}

/**
 * Gives tus-js-client its chunks. Each is read while it is sent, from one buffer for all of them:
 * what n8n reads is freed at once, instead of by garbage collections that take longer than the
 * upload.
 */
class PortionedFile {
	readonly size: number;
	private cursor: FileCursor;
	private buffer?: Buffer;

	constructor(private readonly source: FileSource) {
		this.size = source.size;
		this.cursor = new FileCursor(source);
	}

	/** Asked for only after the file host has confirmed the portion before. */
	async slice(start: number, end: number): Promise<{ value: Portion; done: boolean }> {
		const size = end - start;
		const chunks = this.cursor.portion(start, end);
		if (canFree && this.source.ownsChunks) this.buffer ??= takeBuffer(size);
		return {
			value: { size, chunks: this.buffer ? copied(chunks, this.buffer) : collectedQuickly(chunks) },
			done: end >= this.size,
		};
	}

	/** An interrupted chunk may still be reading, so the next gets its own cursor and buffer. */
	reopen(isInterrupted: boolean) {
		this.close();
		this.cursor = new FileCursor(this.source);
		if (!this.buffer) return;
		bytesInUse -= this.buffer.length;
		if (!isInterrupted) freeBuffer(this.buffer);
		this.buffer = undefined;
	}

	close() {
		this.cursor.close();
	}
}

function takeBuffer(size: number): Buffer | undefined {
	if (size > MAX_PORTION_BYTES || bytesInUse + size > MAX_BYTES_IN_USE) return undefined;
	bytesInUse += size;
	return Buffer.allocUnsafeSlow(size);
}

async function* copied(chunks: AsyncIterable<Buffer>, buffer: Buffer): AsyncGenerator<Buffer> {
	let at = 0;
	for await (const chunk of chunks) {
		const copy = buffer.subarray(at, (at += chunk.length));
		chunk.copy(copy);
		freeBuffer(chunk);
		yield copy;
	}
}
