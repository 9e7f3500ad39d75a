/** A text of a file, with what a comparison needs to know about it. */
export interface FileText {
	text: string;
	/** What names it in its file: a JSON Pointer, the id of a unit, the name of a property. */
	key?: string;
	/** A translation may also be compared with this: one form can stand for one and for many. */
	plural?: string;
	/** One more plural form of the text before. */
	isForm?: boolean;
	/** Not a text: the tags between all of them, a line each. */
	isTags?: boolean;
}

/** A file is read to compare it with the same file in another language, and this is that side of it. */
export type Side = 'source' | 'target';

/** Reads the texts of a file that comes in pieces. Where they are cut makes no difference. */
export interface TextReader {
	add(chunk: string, isLast: boolean): Iterable<string | FileText>;
}

/** The texts of this file cannot be told for sure. The message continues "The file …". */
export class UnreadableFile extends Error {
	override readonly name = 'UnreadableFile';
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

const ESCAPE = /\\(?:u([\da-fA-F]{4})|(.))/gs;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

export const unescape = (text: string): string =>
	text.replace(ESCAPE, (_, code?: string, letter = '') => {
		if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
		if (letter === 'u') throw new UnreadableFile('has an escape that is not complete');
		return CONTROLS[letter] ?? letter;
	});
