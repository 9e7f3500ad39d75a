/**
 * The memory of a large transfer. V8 counts the bytes of all buffers when it decides on a full
 * collection of the heap. n8n's heap is large, and without this a full collection every 20 MB takes
 * most of the processor time of a transfer.
 */

/** Smaller ones are not worth the call, and may lie in memory that Node.js shares out. */
const MIN_BYTES = 16 * 1024;

/** Node.js 20, on which n8n 1 runs, has no `transfer`. */
type Transferable = { transfer?(bytes: number): unknown };

export const canFree = 'transfer' in ArrayBuffer.prototype;

/**
 * Frees the memory of a buffer that nobody reads again. Whoever does read it again finds it empty,
 * never with other bytes.
 */
export function freeBuffer({ buffer, byteLength }: Buffer) {
	// Others may use the rest of the memory.
	const isWhole = byteLength === buffer.byteLength;
	if (isWhole && byteLength >= MIN_BYTES) (buffer as Transferable).transfer?.(0);
}

const ENTRY_BYTES = 8;
/** As long as an array of young objects can be. */
const YOUNG_LENGTH = 8_000;
let young: unknown[] = [];

/**
 * Buffers out of reach, such as those of a socket, are freed by the quick collection of young
 * objects. V8 begins it when enough young objects were made, so this makes as many bytes of them.
 */
export function hastenQuickCollection(bytes: number) {
	for (let made = 0; made < bytes; made += young.length * ENTRY_BYTES)
		young = new Array(YOUNG_LENGTH);
	// What survives a collection makes V8 begin the next one later.
	young = [];
}

/** For chunks that nobody can free by hand. */
export async function* collectedQuickly(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	for await (const chunk of chunks) {
		hastenQuickCollection(chunk.length);
		yield chunk;
	}
}
