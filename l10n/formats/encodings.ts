import { UnreadableFile } from './reader';

/** How a text becomes bytes. */
interface Encoding {
	name: string;
	encode(text: string): Buffer;
}

/** Each byte is a character. */
export const LATIN1 = 'latin1';

const ENCODINGS: readonly Encoding[] = [
	{ name: 'utf-8', encode: (text) => Buffer.from(text) },
	{ name: 'utf-16le', encode: (text) => Buffer.from(text, 'utf16le') },
	{ name: 'utf-16be', encode: (text) => Buffer.from(text, 'utf16le').swap16() },
	{ name: LATIN1, encode: (text) => Buffer.from(text, 'latin1') },
];

const BYTE_ORDER_MARK = '\uFEFF';

export interface Decoded {
	/** Without a byte order mark, which `encode` puts before it again. */
	text: string;
	encoding: string;
	encode(text: string): Buffer;
}

/** The first encoding in which the file is exactly its bytes. UTF-16 needs a byte order mark. */
export function decode(bytes: Buffer, extension: string): Decoded {
	for (const encoding of ENCODINGS) {
		const { name } = encoding;
		if (name === LATIN1 && extension !== 'properties') continue;
		const text = decodeAs(name, bytes);
		const isMarked = text?.startsWith(BYTE_ORDER_MARK);
		if (text === undefined || text.includes('\0')) continue;
		if ((name.startsWith('utf-16') && !isMarked) || !encoding.encode(text).equals(bytes)) continue;
		const mark = isMarked ? BYTE_ORDER_MARK : '';
		return {
			text: text.slice(mark.length),
			encoding: name,
			encode: (written) => encoding.encode(mark + written),
		};
	}
	throw new UnreadableFile('is not UTF-8, and not UTF-16 with a byte order mark');
}

function decodeAs(name: string, bytes: Buffer): string | undefined {
	if (name === LATIN1) return bytes.toString('latin1');
	try {
		return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
