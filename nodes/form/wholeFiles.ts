/** A file whose texts are read is whole in memory. */
import { UnreadableFile } from '../../l10n/formats/reader';
import { KeyedQueue } from '../core/caches';
import { FileCursor, type FileSource } from '../http/transfers/fileSource';

export const MAX_BYTES = 10_000_000;

const turns = new KeyedQueue();

export function checkSize({ size }: { size: number }): void {
	if (size > MAX_BYTES) throw new UnreadableFile('is larger than 10 MB');
}

/** Reads a file from n8n's store, one at a time in this process. Fails if it is cut off. */
export async function withWholeFile<Result>(
	source: FileSource,
	read: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
	checkSize(source);
	return await turns.run('stored', async () => {
		const cursor = new FileCursor(source);
		try {
			return await read(await gathered(cursor.portion(0, source.size)));
		} finally {
			cursor.close();
		}
	});
}

/** The same for a file that arrives: one at a time, and a slow host holds up none that is there. */
export const whileItArrives = async <Result>(read: () => Promise<Result>): Promise<Result> =>
	await turns.run('arriving', read);

export async function gathered(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const chunk of chunks) {
		size += chunk.length;
		checkSize({ size });
		// Whoever reads a stream may use its memory again.
		pieces.push(Buffer.from(chunk));
	}
	return Buffer.concat(pieces);
}
