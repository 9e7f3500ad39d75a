import { OperationFailed } from '../../core/errors';
import { fileKindOf } from '../../rules/fileKind';
import { formatCount, MAX_RECEIVED } from '../../rules/limits';
import { plainFileName } from '../../rules/names';
import { stallError, StallWatch } from '../body';
import { readLost } from '../outcome';
import type { Lost, Outcome } from '../types';
import { freeBuffer, hastenQuickCollection } from './buffers';
import { continuesFrom, type FileResponse, partOf, sizeOf, strongTagOf } from './fileResponse';

const BEGINNING_BYTES = 1_024;
/** Few large portions are stored faster than many small ones. */
const PORTION_BYTES = 512 * 1024;

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

export type Keep<Kept> = (file: ArrivingFile) => Promise<Kept>;

interface Part {
	response: FileResponse;
	connection: AbortController;
	onEnd(lost: Lost | undefined): void;
}

/** Puts a file together from one response after another, while `keep` reads it. */
export class FileAssembly<Kept> {
	position = 0;
	/** Asks for the rest. Undefined if the rest may belong to another file. */
	rest?: Record<string, string>;
	private next = deferred<Part | undefined>();
	private readonly kept: Promise<Kept>;

	constructor(
		private readonly idleMs: number,
		private readonly first: FileResponse,
		keep: Keep<Kept>,
	) {
		this.kept = this.pass(keep);
		this.kept.catch(() => {});
	}

	get size(): number | undefined {
		return sizeOf(this.first);
	}

	isContinuedBy(response: FileResponse): boolean {
		return continuesFrom(this.first, response, this.position);
	}

	/** Adds a response. Returns how it broke, or undefined if the file is whole. */
	async add(response: FileResponse, connection: AbortController): Promise<Outcome | undefined> {
		const lost = await Promise.race([
			new Promise<Lost | undefined>((onEnd) => this.next.resolve({ response, connection, onEnd })),
			this.kept.then(() => 'not read' as const),
		]);
		if (lost === 'not read') throw new OperationFailed('The file was not kept as a whole');
		if (!lost && this.isAtEnd(response)) return undefined;
		// No file is empty, so this one is not there yet.
		if (!lost && this.position === 0) return { response: { ...response, body: '' } };
		const broken = lost ?? CUT_OFF;
		this.rest = this.askForRest(broken);
		return { lost: broken };
	}

	/** The file is whole. */
	async finish(): Promise<Kept> {
		this.next.resolve(undefined);
		return await this.kept;
	}

	/** The file does not become whole. */
	async drop(reason: Error) {
		this.next.reject(reason);
		await Promise.allSettled([this.kept]);
	}

	private async pass(keep: Keep<Kept>): Promise<Kept> {
		const bytes = this.bytes();
		try {
			return await keep({ ...(await peek(bytes)), ...describe(this.first) });
		} finally {
			// Not awaited: it may hang until its connection closes.
			void bytes.return(undefined).catch(() => {});
		}
	}

	private async *bytes(): AsyncGenerator<Buffer> {
		for (;;) {
			const part = await this.next.promise;
			if (!part) return;
			this.next = deferred();
			part.onEnd(yield* this.read(part));
		}
	}

	/** Returns how the connection broke, or undefined at the end. */
	private async *read({ response, connection }: Part): AsyncGenerator<Buffer, Lost | undefined> {
		const { idleMs } = this;
		const end = partOf(response)?.end ?? Infinity;
		const watch = new StallWatch(idleMs, () => connection.abort());
		response.body.on('error', () => {});
		const chunks = (response.body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
		let gathered: Buffer[] = [];
		let size = 0;
		try {
			for (;;) {
				const next = await chunks.next().catch((error: unknown) => ({
					lost: watch.timedOut ? stallError(idleMs) : readLost(error),
				}));
				const chunk = 'lost' in next || next.done ? undefined : next.value;
				const reached = this.position + (chunk?.length ?? 0);
				if (reached > MAX_RECEIVED.fileBytes) throw fileTooLarge();
				const isTooLong = reached > end;
				if (chunk && !isTooLong) {
					this.position += chunk.length;
					watch.moved(chunk.length);
					gathered.push(chunk);
					size += chunk.length;
					if (size < PORTION_BYTES) continue;
				}
				watch.pause();
				if (size > 0) yield joined(gathered, size);
				watch.goOn();
				gathered = [];
				size = 0;
				if ('lost' in next) return next.lost;
				if (next.done) return undefined;
				if (isTooLong) return TOO_LONG;
			}
		} finally {
			watch.stop();
		}
	}

	/**
	 * A whole file ends with its response. Its length may differ if it was compressed on the way.
	 */
	private isAtEnd(response: FileResponse): boolean {
		return response.status === 206 ? this.position === partOf(response)?.total : this.position > 0;
	}

	private askForRest({ code }: Lost): Record<string, string> | undefined {
		const { position, size = 0 } = this;
		const tag = strongTagOf(this.first);
		const canContinue = position > 0 && position < size && BROKEN.has(code);
		return canContinue && tag !== undefined
			? { Range: `bytes=${position}-`, 'If-Range': tag }
			: undefined;
	}
}

export const fileTooLarge = () =>
	new OperationFailed(
		`The file is larger than ${formatCount(MAX_RECEIVED.fileBytes)} bytes, so it was not stored`,
		'The service allows no larger file, so something else was sent. Ask for it again in smaller files, or tell whoever runs the service.',
	);

/** The socket leaves garbage of the same size, which is out of reach. */
function joined(chunks: Buffer[], size: number): Buffer {
	if (chunks.length === 1) return chunks[0]!;
	const portion = Buffer.concat(chunks, size);
	chunks.forEach(freeBuffer);
	hastenQuickCollection(size);
	return portion;
}

function describe({
	headers,
	isDirect,
	url,
}: FileResponse): Omit<ArrivingFile, 'chunks' | 'beginning'> {
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

function deferred<T>() {
	let resolve: (value: T) => void = () => {};
	let reject: (error: Error) => void = () => {};
	const promise = new Promise<T>((onResolve, onReject) => {
		resolve = onResolve;
		reject = onReject;
	});
	promise.catch(() => {});
	return { promise, resolve, reject };
}

/** `filename*=UTF-8''na%C3%AFve.txt` (RFC 8187) and `filename="plain.txt"` (RFC 6266). */
const EXTENDED = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i;
const PLAIN = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i;

/** The file name in the header, without any folder before it. */
export function readFileName(contentDisposition: string | undefined): string | undefined {
	const header = `;${contentDisposition ?? ''}`;
	return plainFileName(readExtended(header)) ?? plainFileName(readPlain(header));
}

function readExtended(header: string): string | undefined {
	const [, charset, value] = EXTENDED.exec(header) ?? [];
	if (!charset || !value) return undefined;
	const bytes = Buffer.from(
		value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		'latin1',
	);
	return charset.toLowerCase() === 'utf-8' ? bytes.toString('utf8') : bytes.toString('latin1');
}

/** n8n reads headers as Latin-1, but many servers send UTF-8. */
function readPlain(header: string): string | undefined {
	const [, quoted, token] = PLAIN.exec(header) ?? [];
	const raw = quoted?.replace(/\\(.)/g, '$1') ?? token;
	if (raw === undefined) return undefined;
	const decoded = Buffer.from(raw, 'latin1').toString('utf8');
	return decoded.includes('\uFFFD') ? raw : decoded;
}
