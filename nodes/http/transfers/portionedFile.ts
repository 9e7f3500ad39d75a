import { collectedQuickly, freeBuffer } from './buffers';
import { FileCursor, type FileSource } from './fileSource';

/** Larger portions are sent as they are read. */
const MAX_PORTION_BYTES = 16 * 1024 * 1024;
/** Of all uploads of this process. Any more are sent as they are read. */
const MAX_BYTES_IN_USE = 4 * MAX_PORTION_BYTES;
let bytesInUse = 0;

export interface Portion {
	size: number;
	chunks: AsyncIterable<Buffer>;
}

/**
 * Gives tus-js-client its chunks. Each is read while it is sent, from one buffer for all of them:
 * what n8n reads is freed at once, instead of by garbage collections that take longer than the
 * upload.
 */
export class PortionedFile {
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
		if (this.source.ownsChunks) this.buffer ??= takeBuffer(size);
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
