import { UnreadableFile } from './reader';

type Decoder = InstanceType<typeof TextDecoder>;

/** By their byte order marks. No other encoding can be told for sure. */
const ENCODINGS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };
const MARK_LENGTH = 2;

/** The text of a file; UTF-8 if no byte order mark says otherwise. */
export async function* decodeFile(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
	let decoder: Decoder | undefined;
	let bytes = Buffer.alloc(0);
	for await (const chunk of chunks) {
		bytes = decoder ? chunk : Buffer.concat([bytes, chunk]);
		if (!decoder && bytes.length < MARK_LENGTH) continue;
		decoder ??= decoderFor(bytes);
		yield decode(decoder, bytes, true);
		bytes = Buffer.alloc(0);
	}
	yield decode(decoder ?? decoderFor(bytes), bytes, false);
}

function decoderFor(start: Buffer): Decoder {
	const encoding = ENCODINGS[start.toString('hex', 0, MARK_LENGTH)] ?? 'utf-8';
	return new TextDecoder(encoding, { fatal: true });
}

function decode(decoder: Decoder, bytes: Buffer, stream: boolean): string {
	let text: string | undefined;
	try {
		text = decoder.decode(bytes, { stream });
	} catch {
		text = undefined;
	}
	if (text === undefined)
		throw new UnreadableFile('is not UTF-8, and not UTF-16 with a byte order mark');
	// UTF-16 without a byte order mark looks like this, and so does what is no text.
	if (text.includes('\0')) throw new UnreadableFile('has bytes that no text has');
	return text;
}
