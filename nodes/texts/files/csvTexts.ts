import { checkTextLength, MAX_PIECE_LENGTH, type TextReader, UnreadableFile } from './reader';

const LINE_END = /[\r\n]/;
const QUOTED = /"[^"]*(?:"|$)/g;
const SEPARATORS = [',', ';', '\t'];

/** Each cell is a text. */
export class CsvTexts implements TextReader {
	private rest = '';
	private cellEnd: RegExp | undefined;

	*add(chunk: string, isLast: boolean): Generator<string> {
		const text = this.rest + chunk;
		this.rest = text;
		this.cellEnd ??= cellEndOf(text, isLast);
		if (!this.cellEnd) return;
		let at = 0;
		while (at < text.length) {
			const isQuoted = text[at] === '"';
			const quotedEnd = isQuoted ? endOfQuoted(text, at, isLast) : at;
			if (quotedEnd === undefined) break;
			this.cellEnd.lastIndex = quotedEnd;
			const end = this.cellEnd.exec(text)?.index ?? text.length;
			if (end === text.length && !isLast) break;
			const quoted = isQuoted ? text.slice(at + 1, quotedEnd - 1).replaceAll('""', '"') : '';
			const cell = quoted + text.slice(quotedEnd, end);
			checkTextLength(cell);
			yield cell;
			at = end + 1;
		}
		this.rest = text.slice(at);
		checkTextLength(this.rest);
	}
}

/** The separator is the one that the first line has most often. Undefined if more has to be known. */
function cellEndOf(text: string, isLast: boolean): RegExp | undefined {
	const start = text.slice(0, MAX_PIECE_LENGTH).replace(QUOTED, '');
	if (!isLast && text.length < MAX_PIECE_LENGTH && !LINE_END.test(start)) return undefined;
	const [line] = start.split(LINE_END, 1);
	const count = (separator: string) => line!.split(separator).length;
	const separator = SEPARATORS.reduce((most, each) => (count(each) > count(most) ? each : most));
	return new RegExp(`[${separator}\\r\\n]`, 'g');
}

/** Undefined if more has to be known. */
function endOfQuoted(text: string, start: number, isLast: boolean): number | undefined {
	for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 2)) {
		if (end + 1 === text.length && !isLast) return undefined;
		if (text[end + 1] !== '"') return end + 1;
	}
	if (isLast) throw new UnreadableFile('has a quotation mark that is not closed');
	return undefined;
}
