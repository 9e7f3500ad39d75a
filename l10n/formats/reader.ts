import { markupTokens, type Token } from '../text/markup';

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
}

/** A file is read to compare it with the same file in another language, and this is that side of it. */
export type Side = 'source' | 'target';

/** What a reader has to know beside the text of the file. */
export interface About {
	/** In lower case, without its dot. */
	extension: string;
	encoding: string;
	/** Texts are escaped as in this file; else as in the file itself. */
	like?: string;
	/** Else words are counted. */
	side?: Side;
}

/** Reads the texts of a whole file. Undefined gives others their turn. */
export type ReadTexts = (text: string, about: About) => Iterable<FileText | undefined>;

/** The texts of this file cannot be told for sure. The message continues "The file …". */
export class UnreadableFile extends Error {
	override readonly name: string = 'UnreadableFile';

	constructor(
		message: string,
		/** Where, in decoded characters. */
		readonly at?: number,
		/** Where the other one is, if there are two. */
		readonly first?: number,
	) {
		super(message);
	}
}

/** It is not what its name says, so that nobody can use it. */
export class DamagedFile extends UnreadableFile {
	override readonly name = 'DamagedFile';
}

/** Takes HTML or XML of a file apart, which must not be cut off. */
export function* wholeTokens(text: string, isHtml: boolean): Generator<Token> {
	for (const token of markupTokens(text, isHtml)) {
		if (token.isCut) throw new DamagedFile('ends inside a tag or a comment', text.length);
		yield token;
	}
}

/** What is written must be able to hold every character. */
export function checkEncoding(text: string, isWritten: boolean): void {
	const [, encoding = 'utf-8'] =
		/^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(text.slice(0, 1_000)) ?? [];
	const isKnown = /^utf-?(?:8|16)/i.test(encoding) || (!isWritten && /^us-ascii/i.test(encoding));
	if (!isKnown) throw new UnreadableFile(`says that its encoding is ${encoding}`, 0);
}

/** Nobody translates a longer one. */
export const MAX_TEXT_LENGTH = 2 ** 20;

export function checkTextLength({ length }: { length: number }): void {
	if (length > MAX_TEXT_LENGTH)
		throw new UnreadableFile('has a text of more than 1,000,000 characters in one piece');
}

/** Of one file that is written or compared. Elements of a list that are no texts have a place as well. */
const MAX_TEXTS = 200_000;

export function checkTextCount(count: number, at?: number): void {
	if (count > MAX_TEXTS) throw new UnreadableFile('has more than 200,000 texts', at);
}

/** Of all keys of a file. Each one has the keys of what is around it. */
const MAX_KEYS_LENGTH = 2 ** 25;
/** Node tells longer ones of the same length apart only by their signs, so that there may be few. */
const LONG_KEY = 2 ** 14 - 1;
const LONG_KEY_WEIGHT = 8;

export function keyLengths(): (key: string, at?: number) => void {
	let length = 0;
	return (key, at) => {
		length += key.length * (key.length < LONG_KEY ? 1 : LONG_KEY_WEIGHT);
		if (length > MAX_KEYS_LENGTH) throw new UnreadableFile('has keys that are too long', at);
	};
}

/** What is only counted or compared may be nested deeper than what is written. */
export const MAX_DEPTH = { read: 1_000, written: 64 };

export function checkDepth(depth: number, most: number, at: number): void {
	if (depth > most) throw new UnreadableFile('is nested too deeply', at);
}

/** How many steps a reader may take that give nothing, until others have their turn. */
export const STEPS = 4_096;

/** Running text may be longer, and comes in pieces. */
const MAX_PIECE_LENGTH = 2 ** 16;

export function* piecesOf(text: string): Generator<string> {
	let from = 0;
	while (text.length - from > MAX_PIECE_LENGTH) {
		const end = from + endOfPiece(text.slice(from, from + MAX_PIECE_LENGTH + 1));
		yield text.slice(from, end);
		from = end;
	}
	yield text.slice(from);
}

/** After a space if there is one, and never inside a tag. */
function endOfPiece(text: string): number {
	const spaces = [' ', '\n', '\t'].map((each) => text.lastIndexOf(each, MAX_PIECE_LENGTH));
	const end = Math.max(...spaces) > 0 ? Math.max(...spaces) : MAX_PIECE_LENGTH;
	const tag = text.lastIndexOf('<', end - 1);
	if (tag > 0 && tag > text.lastIndexOf('>', end - 1)) return tag;
	return /[\uD800-\uDBFF]/.test(text[end - 1]!) ? end - 1 : end;
}

/** Where the text ends whose quotation mark stands at `start`, or -1. A backslash escapes one. */
export function endOfQuoted(text: string, start: number): number {
	for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1))
		if (!isEscaped(text, end)) return end;
	return -1;
}

/** After an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
	let start = at;
	while (text[start - 1] === '\\') start -= 1;
	return (at - start) % 2 === 1;
}

/** White space at the end of `text`. */
export const spaceAtEnd = (text: string): string => text.slice(text.trimEnd().length);

/** Takes a text apart from its beginning to its end. */
export class Scanner {
	at = 0;

	constructor(readonly text: string) {}

	/** @param pattern - Is sticky. */
	take(pattern: RegExp): string {
		const from = this.at;
		this.skip(pattern);
		return this.text.slice(from, this.at);
	}

	/** Takes them in turn, as long as there are any. One pattern that repeats them would fill the stack. */
	*takeAll(...patterns: RegExp[]): Generator<undefined, string> {
		const from = this.at;
		for (let step = 1, before = -1; before !== this.at; step++) {
			before = this.at;
			for (const pattern of patterns) this.skip(pattern);
			if (step % STEPS === 0) yield undefined;
		}
		return this.text.slice(from, this.at);
	}

	private skip(pattern: RegExp): void {
		pattern.lastIndex = this.at;
		if (pattern.test(this.text)) this.at = pattern.lastIndex;
	}
}

const LINE = /([^\r\n]*)(?:\r\n?|\n|$)/g;

export function* linesOf(text: string): Generator<string> {
	for (const [, line] of text.matchAll(LINE)) yield line!;
}
