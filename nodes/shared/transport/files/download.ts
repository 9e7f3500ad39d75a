import { NodeOperationError } from 'n8n-workflow';

import { fileKindOf } from '../../rules/fileKind';
import { plainFileName } from '../../rules/names';
import type { Client } from '../client';
import { readFileName } from '../http/contentDisposition';
import { readLost } from '../http/outcome';
import { asError, type ErrorContext, explainedError, toNodeApiError } from '../pipeline/errors';
import { Tries } from '../pipeline/tries';
import { classify } from '../pipeline/verdict';
import type { Answer, Ids, Lost, Outcome } from '../types';
import {
	continuesFrom,
	type FileAnswer,
	hasKnownEnd,
	isBeginning,
	isFileResponse,
	partOf,
	sizeOf,
	strongTagOf,
} from './fileAnswer';
import { followToFile, notDownloaded } from './fileRoute';
import { stallError, StallWatch } from './stallWatch';
import { TransferProgress } from './transferProgress';
import { fileHostReason, isPassing, transferFailure } from './transferVerdict';

/** The pre-signed address may have expired. */
const EXPIRED = new Set([401, 403, 404, 410]);
const NO_SUCH_PART = new Set([412, 416]);
const BEGINNING_BYTES = 1_024;

const CUT_OFF: Lost = {
	code: 'CUT_OFF',
	message: 'The file ended before its announced length.',
	neverSent: false,
};
const TOO_LONG: Lost = {
	code: 'TOO_LONG',
	message: 'More bytes came than were announced.',
	neverSent: false,
};
const WRONG_PART: Lost = {
	code: 'WRONG_PART',
	message: 'Another part of the file came than the one that was asked for.',
	neverSent: false,
};
/** Only after these can a download continue. Other failures cast doubt on the bytes before. */
const BROKEN = new Set([
	CUT_OFF.code,
	'TIMED_OUT',
	'ECONNRESET',
	'ECONNABORTED',
	'EPIPE',
	'ETIMEDOUT',
	'ERR_STREAM_PREMATURE_CLOSE',
]);

export interface DownloadCall {
	/** The service answers with the file or a redirect to it. */
	path: string;
	about: Ids;
	idleMs: number;
}

export interface ArrivingFile {
	/** Each byte once and in order. They end only when the file is whole. */
	chunks: AsyncIterable<Buffer>;
	/** `chunks` begins with it, too. */
	beginning: string;
	fileName?: string;
	/** The end of the address, if it looks like a file name. Not reliable. */
	nameInAddress?: string;
	/** Lower case, without parameters; may be empty. */
	mediaType: string;
	/** It has a Content-Disposition. */
	isAttachment: boolean;
	/** The service sent it itself instead of redirecting. */
	isDirect: boolean;
}

/** Thrown by `keep`: something else came, and asking again may bring the file. */
export class UnexpectedContent extends Error {
	constructor(readonly explained: Error) {
		super(explained.message);
	}
}

/**
 * Downloads a file and passes it to `keep`. A broken download continues where it stopped if the
 * rest certainly belongs to the same file. Otherwise it starts over and calls `keep` again.
 */
export async function download<Kept>(
	client: Client,
	call: DownloadCall,
	keep: (file: ArrivingFile) => Promise<Kept>,
): Promise<Kept> {
	return await new Download(client, call).run(keep);
}

class Download {
	private readonly tries: Tries;
	private readonly progress = new TransferProgress();
	/** Destroying a stream that waits for data does not close its connection. */
	private connection = new AbortController();
	private isDirect = false;
	private url = '';
	private position = 0;
	private isWhole = false;
	/** Start over, with this answer if there is one. */
	private again?: { answer?: FileAnswer };
	/** `keep` may throw its own error instead. */
	private failure?: Error;

	constructor(
		private readonly client: Client,
		private readonly call: DownloadCall,
	) {
		this.tries = new Tries(client.retryLimits, client.cancelSignal);
	}

	async run<Kept>(keep: (file: ArrivingFile) => Promise<Kept>): Promise<Kept> {
		try {
			for (;;) {
				const answer = this.again?.answer ?? (await this.openBeginning());
				Object.assign(this, { again: undefined, failure: undefined, position: 0, isWhole: false });
				const end = await this.hand(answer, keep);
				if (end) return end.kept;
			}
		} finally {
			this.tries.end();
			if (!this.isWhole) this.connection.abort();
		}
	}

	/** Undefined if the file has to start over. */
	private async hand<Kept>(
		answer: FileAnswer,
		keep: (file: ArrivingFile) => Promise<Kept>,
	): Promise<{ kept: Kept } | undefined> {
		const bytes = this.bytes(answer);
		try {
			const kept = await keep({ ...(await peek(bytes)), ...described(answer) });
			if (this.isWhole) return { kept };
			throw (
				this.failure ??
				new NodeOperationError(this.client.context.getNode(), 'The file was not kept as a whole')
			);
		} catch (error) {
			if (this.again) return undefined;
			if (error instanceof UnexpectedContent) return await this.askAgain(error);
			throw this.failure ?? asError(this.client.context.getNode(), error);
		} finally {
			// Not awaited: it may hang until its connection closes.
			void bytes.return(undefined).catch(() => {});
		}
	}

	private async askAgain({ explained, message }: UnexpectedContent): Promise<undefined> {
		this.isWhole = false;
		if (
			!(await this.tries.waitForRetry({
				lost: { code: 'UNEXPECTED_CONTENT', message, neverSent: false },
			}))
		)
			throw explained;
		this.again = {};
	}

	private async *bytes(first: FileAnswer): AsyncGenerator<Buffer> {
		try {
			yield* this.parts(first);
			this.isWhole = true;
		} catch (error) {
			this.failure = asError(this.client.context.getNode(), error);
			throw this.failure;
		}
	}

	private async *parts(first: FileAnswer): AsyncGenerator<Buffer> {
		for (let answer = first; ;) {
			const lost = yield* this.receive(answer);
			if (!lost && this.isAtEnd(answer)) return;
			// No file is empty, so this one is not there yet.
			const outcome: Outcome =
				lost || this.position > 0 ? { lost: lost ?? CUT_OFF } : { answer: { ...answer, body: '' } };
			const hasMoved = this.progress.hasMoved(this.position, sizeOf(first));
			if (!(await this.tries.waitForRetry(outcome, hasMoved)))
				throw this.failed(outcome, sizeOf(first));
			const rest = await this.openRest(first, outcome);
			if (!rest) throw new Error('The file begins anew.');
			answer = rest;
		}
	}

	/**
	 * A whole file ends with its answer. Its length may differ if it was compressed on the way.
	 */
	private isAtEnd(answer: FileAnswer): boolean {
		return answer.status === 206 ? this.position === partOf(answer)?.total : this.position > 0;
	}

	/** Returns how the connection broke, or undefined at the end. */
	private async *receive(answer: FileAnswer): AsyncGenerator<Buffer, Lost | undefined> {
		const { connection } = this;
		const { idleMs } = this.call;
		const end = partOf(answer)?.end ?? Infinity;
		const watch = new StallWatch(idleMs, () => connection.abort());
		answer.body.on('error', () => {});
		const chunks = (answer.body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
		try {
			for (;;) {
				const next = await chunks.next().catch((error: unknown) => ({
					lost: watch.timedOut ? stallError(idleMs) : readLost(error),
				}));
				if ('lost' in next) return next.lost;
				if (next.done) return undefined;
				if (this.position + next.value.length > end) return TOO_LONG;
				this.position += next.value.length;
				watch.moved(next.value.length);
				watch.pause();
				yield next.value;
				watch.goOn();
			}
		} finally {
			watch.stop();
		}
	}

	/** Undefined if it may be another file: then the download starts over. */
	private async openRest(first: FileAnswer, { lost }: Outcome): Promise<FileAnswer | undefined> {
		const tag = strongTagOf(first);
		const size = sizeOf(first);
		const { position } = this;
		const canGoOn =
			tag !== undefined &&
			size !== undefined &&
			position > 0 &&
			position < size &&
			lost !== undefined &&
			BROKEN.has(lost.code);
		const answer = canGoOn
			? await this.open({ Range: `bytes=${position}-`, 'If-Range': tag }, size)
			: undefined;
		if (answer && continuesFrom(first, answer, position)) return answer;
		this.again = { answer: answer?.status === 200 ? answer : undefined };
		return undefined;
	}

	private async openBeginning(): Promise<FileAnswer> {
		this.position = 0;
		return (await this.open({}))!;
	}

	/** Undefined if the part does not exist. */
	private async open(
		range: Record<string, string>,
		size?: number,
	): Promise<FileAnswer | undefined> {
		const isPart = 'Range' in range;
		for (let refusals = 0; ;) {
			let outcome = await this.follow(range, this.tries.begin());
			const { answer } = outcome;
			if (answer && isFileResponse(answer)) {
				this.checkReadable(answer);
				if (isPart || isBeginning(answer))
					return { ...answer, isDirect: this.isDirect, url: this.url } as FileAnswer;
				outcome = { lost: WRONG_PART };
			}
			if (isPart && NO_SUCH_PART.has(answer?.status ?? 0)) return undefined;
			// Each try asks for a new address.
			if (EXPIRED.has(answer?.status ?? 0)) refusals += 1;
			const isFinal =
				classify(outcome) === 'failed' && !isPassing(outcome) && (refusals === 0 || refusals > 1);
			if (isFinal || !(await this.tries.waitForRetry(outcome))) throw this.failed(outcome, size);
		}
	}

	private async follow(headers: Record<string, string>, attempt: number): Promise<Outcome> {
		// An abandoned answer may still hold its connection.
		this.connection.abort();
		this.connection = new AbortController();
		const { outcome, isDirect, url } = await followToFile(this.client, {
			...this.call,
			headers,
			attempt,
			connection: this.connection,
		});
		Object.assign(this, { isDirect, url });
		return outcome;
	}

	private checkReadable(answer: Answer) {
		const coding = answer.headers['content-encoding'] ?? 'identity';
		if (coding !== 'identity')
			throw notDownloaded(
				this.client,
				`the ${this.sender} used an unknown compression (${coding.slice(0, 50)})`,
			);
		if (hasKnownEnd(answer)) return;
		throw notDownloaded(
			this.client,
			'its end cannot be recognised',
			`The ${this.sender} sent neither a Content-Length nor chunks, so a truncated file would look complete. Tell whoever runs the service.`,
		);
	}

	private get sender(): string {
		return this.isDirect ? 'service' : 'file host';
	}

	private failed(outcome: Outcome, size?: number): Error {
		const { client, position } = this;
		const { answer } = outcome;
		const far =
			position > 0
				? ` after ${position.toLocaleString('en-US')}${size === undefined ? '' : ` of ${size.toLocaleString('en-US')}`} bytes`
				: '';
		const context = {
			node: client.context.getNode(),
			report: this.tries.report,
			secrets: client.secrets,
		};
		if (answer && answer.status < 300) return this.noFile(answer, context);
		if (this.isDirect) return toNodeApiError(outcome, { ...context, what: `The download${far}` });
		const explanation = {
			message: `The download ended${far || ' before any byte arrived'}`,
			description: `${fileHostReason(outcome)} Run it again later.`,
			failure: transferFailure(outcome),
		};
		return explainedError(explanation, answer?.status, context);
	}

	private noFile({ status }: Answer, context: Omit<ErrorContext, 'what'>): Error {
		const explanation = {
			message: 'The download brought no file',
			description: `The ${this.sender} answered ${status} without any content. The file may not be ready yet: run it again later.`,
			failure: { cause: 'temporarily-unavailable' } as const,
		};
		return explainedError(explanation, status, context);
	}
}

function described({
	headers,
	isDirect,
	url,
}: FileAnswer): Omit<ArrivingFile, 'chunks' | 'beginning'> {
	const disposition = headers['content-disposition'];
	return {
		fileName: readFileName(disposition),
		nameInAddress: nameIn(url),
		mediaType: (headers['content-type'] ?? '').toLowerCase().replace(/;.*/s, '').trim(),
		isAttachment: disposition !== undefined,
		isDirect,
	};
}

/** Without a known extension it may be anything, even a key. */
function nameIn(url: string): string | undefined {
	const end = new URL(url).pathname.split('/').pop() ?? '';
	const name = plainFileName(decoded(end));
	return name !== undefined && fileKindOf(name) !== undefined ? name : undefined;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

async function peek(
	bytes: AsyncGenerator<Buffer>,
): Promise<Pick<ArrivingFile, 'chunks' | 'beginning'>> {
	const read: Buffer[] = [];
	for (let length = 0; length < BEGINNING_BYTES;) {
		const { value, done } = await bytes.next();
		if (done) break;
		read.push(value);
		length += value.length;
	}
	async function* chunks() {
		yield* read.splice(0);
		yield* bytes;
	}
	return {
		chunks: chunks(),
		beginning: Buffer.concat(read).subarray(0, BEGINNING_BYTES).toString('utf8'),
	};
}
