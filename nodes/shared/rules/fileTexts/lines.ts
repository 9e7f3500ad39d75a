import {
	checkTextLength,
	endOfPiece,
	MAX_PIECE_LENGTH,
	type SourceText,
	type TextReader,
} from './reader';

const LINE_END = /\r\n|\r|\n/;

/** Takes a text apart into its lines. */
export class Lines {
	private rest = '';

	/** @param mayCut - A long line comes in pieces. */
	constructor(private readonly mayCut = false) {}

	*add(chunk: string, isLast: boolean): Generator<string> {
		const text = this.rest + chunk;
		// The other half of this line end may follow.
		const held = !isLast && text.endsWith('\r') ? '\r' : '';
		const lines = text.slice(0, text.length - held.length).split(LINE_END);
		const last = lines.pop()!;
		for (const line of lines) yield* this.cut(line);
		const pieces = this.cut(last);
		this.rest = pieces.pop()! + held;
		yield* pieces;
		if (isLast && this.rest !== '') yield this.rest;
	}

	private cut(line: string): string[] {
		const pieces: string[] = [];
		let rest = line;
		while (this.mayCut && rest.length > MAX_PIECE_LENGTH) {
			const end = endOfPiece(rest);
			pieces.push(rest.slice(0, end));
			rest = rest.slice(end);
		}
		checkTextLength(rest);
		return [...pieces, rest];
	}
}

/** Plain text: each line is a text. */
export class LineTexts implements TextReader {
	private readonly lines = new Lines(true);

	*add(chunk: string, isLast: boolean): Generator<SourceText> {
		for (const text of this.lines.add(chunk, isLast)) if (text.trim() !== '') yield { text };
	}
}
