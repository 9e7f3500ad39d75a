import { formatCount } from '../../../l10n/counted';
import { plainFileName } from '../../../l10n/names';
import { OperationFailed } from '../../core/errors';
import { fileKindOf } from '../../rules/fileKind';
import { MAX_RECEIVED } from '../../rules/limits';
import { type FileStream, stallError, StallWatch } from '../body';
import { asError } from '../errors';
import { lostBy } from '../outcome';
import type { HttpResponse, Outcome } from '../types';
import { freeBuffer, hastenQuickCollection } from './buffers';

const BEGINNING_BYTES = 1_024;
/** Few large portions are stored faster than many small ones. */
const PORTION_BYTES = 512 * 1024;

export interface FileResponse extends HttpResponse {
	body: FileStream;
	/** The service sent it itself instead of redirecting. */
	isDirect: boolean;
	url: string;
}

export interface ArrivingFile {
	/** They end only when the file is whole. */
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

interface Connection {
	idleMs: number;
	/** Destroying a stream that waits for data does not close its connection. */
	connection: AbortController;
}

/** How a file ended, and how many bytes of it came. */
type Received<Kept> = { kept: Kept } | { broken: Outcome; bytes: number };

/** Passes a file to `keep`. What `keep` makes of one that breaks off does not count. */
export async function receiveFile<Kept>(
	response: FileResponse,
	keep: Keep<Kept>,
	from: Connection,
): Promise<Received<Kept>> {
	const body = new ArrivingBody(response, from);
	const chunks = body.read();
	try {
		const kept = await keep({ ...(await peek(chunks)), ...describe(response) });
		if (body.end === 'whole') return { kept };
		if (!body.end) throw new OperationFailed('The file was not kept as a whole');
	} catch (error) {
		if (!body.end || body.end === 'whole') throw asError(error);
	} finally {
		// Not awaited: it may hang until its connection closes.
		void chunks.return(undefined).catch(() => {});
	}
	return { broken: body.end, bytes: body.bytes };
}

class ArrivingBody {
	bytes = 0;
	/** Undefined as long as not all of it was read. */
	end?: Outcome | 'whole';

	constructor(
		private readonly response: FileResponse,
		private readonly from: Connection,
	) {}

	async *read(): AsyncGenerator<Buffer> {
		const { idleMs, connection } = this.from;
		const { body } = this.response;
		const watch = new StallWatch(idleMs, () => connection.abort());
		body.on('error', () => {});
		const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
		let gathered: Buffer[] = [];
		let size = 0;
		try {
			for (let isOver = false; !isOver;) {
				const { value, done } = await chunks.next().catch((error: unknown) => {
					throw this.brokenOff({ lost: watch.timedOut ? stallError(idleMs) : lostBy(error) });
				});
				isOver = done === true;
				if (!done) {
					this.count(value);
					watch.moved(value.length);
					gathered.push(value);
					size += value.length;
				}
				if (size === 0 || (!isOver && size < PORTION_BYTES)) continue;
				watch.pause();
				yield joined(gathered, size);
				watch.goOn();
				gathered = [];
				size = 0;
			}
			// No file is empty, so this one is not there yet.
			if (this.bytes === 0) throw this.brokenOff({ response: { ...this.response, body: '' } });
			this.end = 'whole';
		} finally {
			watch.stop();
		}
	}

	private count(chunk: Buffer) {
		this.bytes += chunk.length;
		if (this.bytes > MAX_RECEIVED.fileBytes) throw fileTooLarge();
	}

	private brokenOff(end: Outcome): Error {
		this.end = end;
		return new Error('The file broke off.');
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
