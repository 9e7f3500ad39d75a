import { checkTextLength, piecesOf, type TextReader } from './reader';

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
