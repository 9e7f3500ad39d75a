/** A text of a file to be translated. */
export interface SourceText {
	/** What names it in its file: a JSON Pointer, the id of a unit, the name of a property. */
	key?: string;
	text: string;
}

/** Reads a file that comes in pieces. Where they are cut makes no difference. */
export interface TextReader {
	add(chunk: string, isLast: boolean): Iterable<SourceText>;
}

/** The texts of this file cannot be told for sure. The message continues "The file …". */
export class UnreadableFile extends Error {
	override readonly name = 'UnreadableFile';
}

/** Nobody translates a longer one, and all of it would be in memory. */
export const MAX_TEXT_LENGTH = 2 ** 20;

export function checkTextLength(text: string): void {
	if (text.length > MAX_TEXT_LENGTH)
		throw new UnreadableFile('has a text of more than 1,000,000 characters in one piece');
}

/** Running text may be longer, and comes in pieces. */
export const MAX_PIECE_LENGTH = 2 ** 16;

/** Where to cut running text: after a space if there is one, and never inside a tag. */
export function endOfPiece(text: string): number {
	const space = Math.max(
		...[' ', '\n', '\t'].map((each) => text.lastIndexOf(each, MAX_PIECE_LENGTH)),
	);
	const end = space > 0 ? space : MAX_PIECE_LENGTH;
	const tag = text.lastIndexOf('<', end - 1);
	if (tag > 0 && tag > text.lastIndexOf('>', end - 1)) return tag;
	return /[\uD800-\uDBFF]/.test(text[end - 1]!) ? end - 1 : end;
}
