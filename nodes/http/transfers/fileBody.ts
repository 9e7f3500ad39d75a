export interface Outgoing {
	chunks: AsyncIterable<Buffer>;
	size: number;
	contentType: string;
}

/** Chunks that are read while earlier ones are sent. */
const READ_AHEAD = 4;

/**
 * The body of an upload. Its bytes are read while they are sent, so a file is never in memory as a
 * whole. n8n's request helper takes it like any other Blob, and sends its type and size.
 */
export class FileBody extends Blob {
	/** What went wrong while the bytes were read. */
	failure?: Error;

	constructor(
		private readonly outgoing: Outgoing,
		private readonly onChunk: (bytes: number) => void,
	) {
		super([], { type: outgoing.contentType });
		Object.defineProperty(this, 'size', { value: outgoing.size });
	}

	override stream(): ReadableStream<Uint8Array> {
		const chunks = this.read();
		return new ReadableStream<Uint8Array>(
			{
				async pull(controller) {
					const { value, done } = await chunks.next();
					if (done) controller.close();
					else controller.enqueue(value);
				},
				async cancel() {
					await chunks.return(undefined);
				},
			},
			{ highWaterMark: READ_AHEAD },
		);
	}

	private async *read(): AsyncGenerator<Buffer> {
		try {
			for await (const chunk of this.outgoing.chunks) {
				this.onChunk(chunk.length);
				yield chunk;
			}
		} catch (error) {
			this.failure = error instanceof Error ? error : new Error(String(error));
			throw this.failure;
		}
	}
}
