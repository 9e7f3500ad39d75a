import { UnreadableFile } from './reader';

/** No other encoding can be told for sure. */
const MARKS: Array<[mark: string, encoding: string]> = [
	['fffe', 'utf-16le'],
	['feff', 'utf-16be'],
];
const MARK_LENGTH = 2;

/** The text of a file; UTF-8 if no byte order mark says otherwise. */
export async function* decodeFile(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	let start = Buffer.alloc(0);
	for await (const chunk of chunks) {
		if (decoder) {
			yield decode(decoder, chunk);
			continue;
		}
		start = Buffer.concat([start, chunk]);
		if (start.length < MARK_LENGTH) continue;
		decoder = decoderFor(start);
		yield decode(decoder, start);
	}
	decoder ??= decoderFor(start);
	yield decode(decoder, start.length < MARK_LENGTH ? start : Buffer.alloc(0), false);
}

function decoderFor(start: Buffer) {
	const mark = start.toString('hex', 0, MARK_LENGTH);
	const encoding = MARKS.find(([known]) => known === mark)?.[1] ?? 'utf-8';
	return new TextDecoder(encoding, { fatal: true });
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer, stream = true): string {
	const text = tryDecode(decoder, bytes, stream);
	if (text === undefined)
		throw new UnreadableFile('is not UTF-8, and not UTF-16 with a byte order mark');
	// UTF-16 without a byte order mark looks like this, and so does what is no text.
	if (text.includes('\0')) throw new UnreadableFile('has bytes that no text has');
	return text;
}

function tryDecode(
	decoder: InstanceType<typeof TextDecoder>,
	bytes: Buffer,
	stream: boolean,
): string | undefined {
	try {
		return decoder.decode(bytes, { stream });
	} catch {
		return undefined;
	}
}
