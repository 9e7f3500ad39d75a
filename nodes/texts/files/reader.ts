/** A text of a file, with what a comparison needs to know about it. */
export interface FileText {
	text: string;
	/** What names it in its file: a JSON Pointer, the id of a unit, the name of a property. */
	key?: string;
	/** A translation may also be compared with this: one form can stand for one and for many. */
	plural?: string;
	/** One more plural form of the text before. */
	isForm?: boolean;
	/** Which of how many plural forms it is. */
	forms?: [index: number, count: number];
	/** The file inside this file, if there may be several. */
	scope?: string;
	/** Not a text: the tags between all of them, a line each. */
	isTags?: boolean;
	/** Where it stands, with its quotation marks, in decoded characters. */
	at?: { path: Array<string | number>; start: number; end: number; keyStart: number };
}

/** A file is read to compare it with the same file in another language, and this is that side of it. */
export type Side = 'source' | 'target';

/** Reads the texts of a file that comes in pieces. Where they are cut makes no difference. */
export interface TextReader {
	/** Undefined gives others their turn. */
	add(chunk: string, isLast: boolean): Iterable<string | FileText | undefined>;
}

/** The texts of this file cannot be told for sure. The message continues "The file …". */
export class UnreadableFile extends Error {
	override readonly name = 'UnreadableFile';

	constructor(
		message: string,
		/** Where, in decoded characters. */
		readonly at?: number,
	) {
		super(message);
	}
}

/** It is not what its name says, so that nobody can use it. */
export class DamagedFile extends UnreadableFile {}

/** Nobody translates a longer one, and all of it would be in memory. */
export const MAX_TEXT_LENGTH = 2 ** 20;

export function checkTextLength({ length }: { length: number }): void {
	if (length > MAX_TEXT_LENGTH)
		throw new UnreadableFile('has a text of more than 1,000,000 characters in one piece');
}

const MAX_DEPTH = 1_000;

export function checkDepth({ length }: { length: number }): void {
	if (length > MAX_DEPTH) throw new UnreadableFile('is nested too deeply');
}

/** Running text may be longer, and comes in pieces. */
export const MAX_PIECE_LENGTH = 2 ** 16;

/** The last piece may go on. */
export function piecesOf(text: string): string[] {
	const pieces: string[] = [];
	let rest = text;
	while (rest.length > MAX_PIECE_LENGTH) {
		const end = endOfPiece(rest);
		pieces.push(rest.slice(0, end));
		rest = rest.slice(end);
	}
	return [...pieces, rest];
}

/** After a space if there is one, and never inside a tag. */
function endOfPiece(text: string): number {
	const spaces = [' ', '\n', '\t'].map((each) => text.lastIndexOf(each, MAX_PIECE_LENGTH));
	const end = Math.max(...spaces) > 0 ? Math.max(...spaces) : MAX_PIECE_LENGTH;
	const tag = text.lastIndexOf('<', end - 1);
	if (tag > 0 && tag > text.lastIndexOf('>', end - 1)) return tag;
	return /[\uD800-\uDBFF]/.test(text[end - 1]!) ? end - 1 : end;
}

/** After an odd number of backslashes. */
export function isEscaped(text: string, at: number): boolean {
	let start = at;
	while (text[start - 1] === '\\') start -= 1;
	return (at - start) % 2 === 1;
}

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

const LINE_END = /\r\n?|\n/;

/** Takes a text apart into its lines. */
export class Lines {
	private rest = '';

	*add(chunk: string, isLast: boolean): Generator<string> {
		const text = this.rest + chunk;
		// The other half of this line end may follow.
		const held = !isLast && text.endsWith('\r') ? '\r' : '';
		const lines = text
			.slice(0, text.length - held.length)
			.split(LINE_END)
			.flatMap((line) => this.piecesOf(line));
		this.rest = lines.pop()! + held;
		yield* lines;
		if (isLast && this.rest !== '') yield this.rest;
	}

	protected piecesOf(line: string): string[] {
		checkTextLength(line);
		return [line];
	}
}

/** Plain text: each line is a text. */
export class LineTexts extends Lines implements TextReader {
	protected override readonly piecesOf = piecesOf;
}
