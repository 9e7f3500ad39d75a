/**
 * Resumable uploads (TUS 1.0) with tus-js-client. Every call goes through n8n's request helper, so
 * that its proxy, SSRF policy and cancellation hold. Only the protocol file is imported: the
 * package's entry installs signal handlers and patches `fs`.
 */
import { NodeOperationError } from 'n8n-workflow';
import type { HttpRequest, HttpResponse, HttpStack, UploadOptions } from 'tus-js-client';
import BaseUpload from 'tus-js-client/lib/upload.js';

import type { Client } from '../client';
import type { Tries } from '../pipeline/tries';
import type { Ids, Outcome } from '../types';
import { callFileHost, isPassing } from './fileHost';
import { FileCursor, type FileSource } from './fileSource';
import type { TransferProgress } from './transferProgress';

export interface ResumableUpload {
	endpoint: string;
	/** The permission. Sent to the endpoint's origin only. */
	headers: Record<string, string>;
	source: FileSource;
	fileName: string;
	chunkSize: number;
	idleMs: number;
	about?: Ids;
	/** The address of an upload that was begun before. */
	uploadUrl?: string;
	onCreated(uploadUrl: string): void;
}

export interface ResumableResult {
	/** `refused`: a new transfer object may help. */
	end: 'done' | 'refused' | 'failed';
	outcome: Outcome;
	/** Bytes that the file host has. */
	accepted: number;
	/** What is wrong with a successful answer. */
	problem?: string;
}

const REFUSED = new Set([401, 403, 404, 410]);

/** Asks for the offset after every interruption and goes on. */
export async function uploadResumable(
	client: Client,
	upload: ResumableUpload,
	tries: Tries,
	progress: TransferProgress,
): Promise<ResumableResult> {
	const stack = new FileHostStack(client, upload);
	const body = new PortionedFile(upload.source);
	const tus = new BaseUpload(upload.source, options(upload, stack, body));

	for (;;) {
		stack.attempt = tries.begin();
		const error = await run(tus, (url) => {
			// Without an endpoint, tus-js-client fails instead of starting a second upload.
			tus.options.endpoint = null;
			upload.onCreated(url);
		});
		body.reopen();
		const { outcome, accepted } = stack;
		const end = (how: ResumableResult['end']): ResumableResult => ({
			end: how,
			outcome,
			accepted,
			problem: problemOf(error),
		});
		if (!error) return end('done');
		if (stack.failure) throw stack.failure;
		const verdict = verdictOf(outcome, tus.url !== null);
		if (verdict !== 'again') return end(verdict);
		if (!(await tries.waitForRetry(outcome, progress.hasMoved(accepted, upload.source.size))))
			return end('failed');
	}
}

/** tus-js-client adds the secret address to its message. */
function problemOf(error: Error | undefined): string | undefined {
	return error?.message.replace(/, originated from request.*/s, '').replace(/^tus: /, '');
}

function verdictOf(outcome: Outcome, isCreated: boolean): 'again' | 'refused' | 'failed' {
	if (!outcome.answer) return 'again';
	const { status } = outcome.answer;
	if (REFUSED.has(status) || (status === 409 && !isCreated)) return 'refused';
	// A success without the expected headers is unclear. After a 409 the offset is asked for.
	return status < 300 || isPassing(outcome) || status >= 500 ? 'again' : 'failed';
}

function options(
	{ endpoint, uploadUrl, headers, source, fileName, chunkSize }: ResumableUpload,
	httpStack: HttpStack,
	body: PortionedFile,
): UploadOptions {
	return {
		...BaseUpload.defaultOptions,
		endpoint: uploadUrl ? null : endpoint,
		uploadUrl: uploadUrl ?? null,
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

async function run(
	tus: InstanceType<typeof BaseUpload>,
	onCreated: (url: string) => void,
): Promise<Error | undefined> {
	return await new Promise((resolve) => {
		tus.options.onSuccess = () => resolve(undefined);
		tus.options.onError = resolve;
		tus.options.onUploadUrlAvailable = () => onCreated(tus.url!);
		tus.start();
	});
}

interface Portion {
	size: number;
	chunks: AsyncIterable<Buffer>;
}

/** Gives tus-js-client its chunks. Each is read while it is sent. */
class PortionedFile {
	readonly size: number;
	private cursor: FileCursor;

	constructor(private readonly source: FileSource) {
		this.size = source.size;
		this.cursor = new FileCursor(source);
	}

	async slice(start: number, end: number): Promise<{ value: Portion; done: boolean }> {
		return {
			value: { size: end - start, chunks: this.cursor.portion(start, end) },
			done: end >= this.size,
		};
	}

	/** An interrupted chunk may still be reading, so the next gets its own cursor. */
	reopen() {
		this.close();
		this.cursor = new FileCursor(this.source);
	}

	close() {
		this.cursor.close();
	}
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
		private readonly upload: ResumableUpload,
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
	): Promise<HttpResponse> {
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
		const { answer } = this.outcome;
		if (!answer) throw new Error(this.outcome.lost?.code);
		if (answer.status < 300)
			this.checkOffset(
				method,
				Number(answer.headers['upload-offset'] ?? NaN),
				Number(headers['Upload-Offset']),
				body?.size ?? 0,
			);
		return {
			getStatus: () => answer.status,
			getHeader: (name) => answer.headers[name.toLowerCase()],
			getBody: () => '',
			getUnderlyingObject: () => undefined,
		};
	}

	private checkLocation(url: string, { answer }: Outcome) {
		const location = answer?.headers.location;
		if (location === undefined || URL.canParse(location, url)) return;
		throw this.misdirected(
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
			throw this.misdirected(
				`The file host ${this.origin.host} wants to continue the upload at ${url.host || 'another address'}`,
				'The upload was stopped: its token must not be sent to another host. Tell whoever runs the service.',
			);
		}
		return url.href;
	}

	private misdirected(message: string, description: string): Error {
		return new NodeOperationError(this.client.context.getNode(), message, { description });
	}
}
