import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { InvalidInput } from '../../../l10n/invalidInput';

/** Larger chunks cost memory, smaller ones time. */
const READ_BYTES = 256 * 1024;
/** How the ids of n8n's store on the disk begin. It reads each chunk into new memory. */
const STORE_ON_DISK = 'filesystem';
/** A multiple of four, so that each chunk decodes on its own. */
const BASE64_CHARACTERS = (READ_BYTES / 3) & ~3;

/** Can be read again from any position. It is never in memory as a whole. */
export interface FileSource {
	fileName?: string;
	mediaType: string;
	size: number;
	/** Differs for other content. n8n gives content that is stored again another one. */
	identity: string;
	/** Nobody else uses the memory of the chunks that it gives. */
	ownsChunks: boolean;
	read(offset: number): AsyncIterable<Buffer>;
}

export async function binarySource(
	context: IExecuteFunctions,
	itemIndex: number,
	file: string | IBinaryData,
): Promise<FileSource> {
	const binary = context.helpers.assertBinaryData(itemIndex, file);
	const about = {
		fileName: binary.fileName || undefined,
		mediaType: readMediaType(binary.mimeType),
	};
	return binary.id === undefined
		? inlineSource(binary.data, about)
		: await storedSource(context, binary.id, binary, about);
}

/** Without parameters. */
function readMediaType(text: string | undefined): string {
	return (
		/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.exec(text?.trim() ?? '')?.[0].toLowerCase() ??
		'application/octet-stream'
	);
}

type About = Pick<FileSource, 'fileName' | 'mediaType'>;

async function storedSource(
	context: IExecuteFunctions,
	id: string,
	binary: IBinaryData,
	about: About,
): Promise<FileSource> {
	const size = binary.bytes ?? (await context.helpers.getBinaryMetadata(id)).fileSize;
	return {
		...about,
		size,
		identity: id,
		ownsChunks: id.startsWith(STORE_ON_DISK),
		read: (offset) => readStored(context, id, offset, about),
	};
}

/** n8n's store can only be read from the beginning. */
async function* readStored(
	context: IExecuteFunctions,
	id: string,
	offset: number,
	about: About,
): AsyncGenerator<Buffer> {
	let position = 0;
	for await (const chunk of chunksOf(context, id, about)) {
		const skipped = Math.min(chunk.length, Math.max(0, offset - position));
		position += chunk.length;
		if (skipped < chunk.length) yield chunk.subarray(skipped);
	}
}

async function* chunksOf(
	{ helpers }: IExecuteFunctions,
	id: string,
	{ fileName = 'the file' }: About,
): AsyncGenerator<Buffer> {
	try {
		yield* (await helpers.getBinaryStream(id, READ_BYTES)) as AsyncIterable<Buffer>;
	} catch (error) {
		throw unreadable(fileName, error);
	}
}

const unreadable = (fileName: string, error: unknown) =>
	new InvalidInput(
		`n8n cannot read ${fileName}: ${error instanceof Error ? error.message : String(error)}`,
		'Run the node that produced the file again.',
	);

/** n8n may carry binary data as base64 inside the item. It is decoded in chunks. */
function inlineSource(data: string, about: About): FileSource {
	// Mail and other tools break it into lines.
	const base64 = data.includes('\n') ? data.replace(/\s+/g, '') : data;
	const size = Buffer.byteLength(base64, 'base64');
	return {
		...about,
		size,
		identity: hash(base64),
		ownsChunks: true,
		read: (offset) => readInline(base64, offset),
	};
}

async function* readInline(base64: string, offset: number): AsyncGenerator<Buffer> {
	const group = Math.floor(offset / 3);
	let skip = offset - group * 3;
	for (let at = group * 4; at < base64.length; at += BASE64_CHARACTERS) {
		const chunk = Buffer.from(base64.slice(at, at + BASE64_CHARACTERS), 'base64').subarray(skip);
		skip = 0;
		if (chunk.length > 0) yield chunk;
	}
}

function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/** Identifies content, however n8n stores it. */
export async function contentHash(chunks: AsyncIterable<Buffer>): Promise<string> {
	const sum = createHash('sha256');
	for await (const chunk of chunks) sum.update(chunk);
	return sum.digest('hex');
}

/** Reads a file in portions, and fails if its length is not what n8n said. */
export class FileCursor {
	private chunks?: AsyncIterator<Buffer>;
	private left?: Buffer;
	private position = 0;

	constructor(private readonly source: FileSource) {}

	/** Continuing where the last portion ended costs nothing. */
	async *portion(start: number, end: number): AsyncGenerator<Buffer> {
		if (!this.chunks || start !== this.position) {
			this.close();
			this.chunks = this.source.read(start)[Symbol.asyncIterator]();
			this.position = start;
		}
		while (this.position < end) {
			const chunk = this.left ?? (await this.next());
			if (!chunk) throw wrongSize(this.source, `only ${this.position.toLocaleString('en-US')}`);
			const part = chunk.subarray(0, end - this.position);
			this.left = part.length < chunk.length ? chunk.subarray(part.length) : undefined;
			this.position += part.length;
			const isLast = this.position === this.source.size;
			if (isLast && (this.left ?? (await this.next()))) throw wrongSize(this.source, 'more');
			yield part;
		}
	}

	close() {
		// Not awaited: a store may hang.
		void this.chunks?.return?.().catch(() => {});
		this.chunks = undefined;
		this.left = undefined;
	}

	private async next(): Promise<Buffer | undefined> {
		const { value, done } = await this.chunks!.next();
		return done ? undefined : value;
	}
}

function wrongSize({ fileName, size }: FileSource, found: string): InvalidInput {
	return new InvalidInput(
		`${fileName ?? 'The file'} is not as long as n8n says: ${size.toLocaleString('en-US')} bytes are announced, ${found} were found`,
		'Its binary data is damaged or was changed. Run the node that produced the file again.',
	);
}
