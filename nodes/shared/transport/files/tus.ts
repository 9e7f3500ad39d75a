/**
 * Resumable uploads (TUS 1.0). The protocol is tus-js-client's; every call goes through n8n's request
 * helper, so that its proxy, its SSRF policy and cancellation hold. Only the protocol file is imported:
 * the package's entry for Node.js installs signal handlers and patches `fs` for a store we do not use.
 */
import { NodeOperationError } from 'n8n-workflow';
import type { HttpRequest, HttpResponse, HttpStack, UploadOptions } from 'tus-js-client';
import BaseUpload from 'tus-js-client/lib.es5/upload.js';

import type { Client } from '../client';
import { callFileHost, isPassing } from './fileHost';
import { FileCursor, type FileSource } from './fileSource';
import type { TransferProgress } from './transferProgress';
import type { Tries } from '../pipeline/tries';
import type { Ids, Outcome } from '../types';

export interface ResumableUpload {
	/** Where an upload is created. */
	endpoint: string;
	/** Permit the upload. They are sent to the origin of the endpoint and nowhere else. */
	headers: Record<string, string>;
	source: FileSource;
	fileName: string;
	chunkSize: number;
	idleMs: number;
	about?: Ids;
	/** The upload's own address, when it was begun before. */
	uploadUrl?: string;
	onCreated(uploadUrl: string): void;
}

export interface ResumableResult {
	/** `refused`: the transfer object is of no use any more, a new one may be. */
	end: 'done' | 'refused' | 'failed';
	outcome: Outcome;
	/** How many bytes the file host has. */
	accepted: number;
	/** What is wrong with an answer that is no HTTP error. */
	problem?: string;
}

/** The upload is gone, or its token is not accepted (any more). */
const REFUSED = new Set([401, 403, 404, 410]);

/** Uploads a file, asking for the offset and going on after every interruption. */
export async function uploadResumable(client: Client, upload: ResumableUpload, tries: Tries, progress: TransferProgress): Promise<ResumableResult> {
	const stack = new FileHostStack(client, upload);
	const body = new PortionedFile(upload.source);
	const tus = new BaseUpload(upload.source, options(upload, stack, body));

	for (;;) {
		stack.attempt = tries.begin();
		const error = await run(tus, (url) => {
			// Without an endpoint, a failed question for the offset is an error instead of a second upload from zero.
			tus.options.endpoint = null;
			upload.onCreated(url);
		});
		body.reopen();
		const { outcome, accepted } = stack;
		const end = (how: ResumableResult['end']): ResumableResult => ({ end: how, outcome, accepted, problem: problemOf(error) });
		if (!error) return end('done');
		if (stack.failure) throw stack.failure;
		const verdict = verdictOf(outcome, tus.url !== null);
		if (verdict !== 'again') return end(verdict);
		if (!(await tries.mayGoOn(outcome, progress.hasMoved(accepted, upload.source.size)))) return end('failed');
	}
}

/** tus-js-client's own words, without the address of the upload that it adds to them. */
function problemOf(error: Error | undefined): string | undefined {
	return error?.message.split(', originated from request')[0]!.replace(/^tus: /, '');
}

function verdictOf(outcome: Outcome, isCreated: boolean): 'again' | 'refused' | 'failed' {
	if (!outcome.answer) return 'again';
	const { status } = outcome.answer;
	if (REFUSED.has(status) || (status === 409 && !isCreated)) return 'refused';
	// A success that does not tell what it must, e.g. a web page, may have taken effect or not. After a 409 the offset is asked for.
	return status < 300 || isPassing(outcome) || status >= 500 ? 'again' : 'failed';
}

function options({ endpoint, uploadUrl, headers, source, fileName, chunkSize }: ResumableUpload, httpStack: HttpStack, body: PortionedFile): UploadOptions {
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

async function run(tus: InstanceType<typeof BaseUpload>, onCreated: (url: string) => void): Promise<Error | undefined> {
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

/** What tus-js-client takes its chunks from: each is read while it is sent. */
class PortionedFile {
	readonly size: number;
	private cursor: FileCursor;

	constructor(private readonly source: FileSource) {
		this.size = source.size;
		this.cursor = new FileCursor(source);
	}

	async slice(start: number, end: number): Promise<{ value: Portion; done: boolean }> {
		return { value: { size: end - start, chunks: this.cursor.portion(start, end) }, done: end >= this.size };
	}

	/** A chunk that was broken off may still be reading: the next one gets a cursor of its own. */
	reopen() {
		this.close();
		this.cursor = new FileCursor(this.source);
	}

	close() {
		this.cursor.close();
	}
}

/** tus-js-client's way to the network. Remembers how the last call ended, which its own errors do not tell. */
class FileHostStack implements HttpStack {
	attempt = 1;
	outcome: Outcome = { lost: { code: 'NOT_SENT', message: 'Nothing was sent.', neverSent: true } };
	/** What went wrong on our side, and would again. */
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
			send: async (body: Portion | null) => await this.sendRequest(method as 'POST' | 'HEAD' | 'PATCH', url, headers, body ?? undefined),
			abort: async () => {},
			getUnderlyingObject: () => undefined,
		};
	}

	private async sendRequest(method: 'POST' | 'HEAD' | 'PATCH', address: string, headers: Record<string, string>, body?: Portion): Promise<HttpResponse> {
		const { about, idleMs } = this.upload;
		try {
			const url = this.ownAddress(address);
			this.outcome = await callFileHost(this.client, {
				method,
				url,
				// Some servers insist on it, and some clients leave it out.
				headers: { ...headers, 'Content-Length': String(body?.size ?? 0) },
				body: body?.chunks,
				label: 'resumable upload',
				about,
				attempt: this.attempt,
				idleMs,
			});
		} catch (error) {
			this.failure = error instanceof Error ? error : new Error(String(error));
			throw this.failure;
		}
		const { answer } = this.outcome;
		if (!answer) throw new Error(this.outcome.lost?.code);
		if (answer.status < 300) this.checkOffset(method, Number(answer.headers['upload-offset'] ?? NaN), Number(headers['Upload-Offset']), body?.size ?? 0);
		return {
			getStatus: () => answer.status,
			getHeader: (name) => answer.headers[name.toLowerCase()],
			getBody: () => '',
			getUnderlyingObject: () => undefined,
		};
	}

	/**
	 * tus-js-client itself would go on for ever with a host that confirms less than it was sent, so that counts as an
	 * interruption. An offset that is missing is its own affair.
	 */
	private checkOffset(method: string, offset: number, sentFrom: number, sent: number) {
		const [lowest, highest] = method === 'PATCH' ? [sentFrom, sentFrom + sent] : [0, this.upload.source.size];
		if (offset >= lowest && offset <= highest) this.accepted = Math.max(this.accepted, offset);
		if (method === 'PATCH' && !Number.isNaN(offset) && offset !== highest) throw new Error(`sent from ${sentFrom} to ${highest}, it was confirmed up to ${offset}`);
		if (offset > highest) throw new Error(`it confirmed ${offset} of ${highest} bytes`);
	}

	/**
	 * The token belongs to the origin of the upload address. A server behind a proxy that answers with
	 * http:// instead of https:// is still the same one.
	 */
	private ownAddress(address: string): string {
		if (!URL.canParse(address)) throw this.misdirected('The file host named no usable address for the upload', 'Tell whoever runs the service.');
		const url = new URL(address);
		if (url.protocol === 'http:' && this.origin.protocol === 'https:' && url.hostname === this.origin.hostname) {
			url.protocol = 'https:';
			if (url.port === '' || url.port === '80') url.port = this.origin.port;
		}
		if (url.origin !== this.origin.origin) {
			throw this.misdirected(
				`The file host ${this.origin.host} wants the upload to go on at ${url.host || 'another address'}`,
				'The upload was stopped: its token must not be sent to another host. Tell whoever runs the service.',
			);
		}
		return url.href;
	}

	private misdirected(message: string, description: string): Error {
		return new NodeOperationError(this.client.context.getNode(), message, { description });
	}
}
