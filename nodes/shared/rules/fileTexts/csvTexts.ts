import {
	checkTextLength,
	MAX_PIECE_LENGTH,
	type SourceText,
	type TextReader,
	UnreadableFile,
} from './reader';

const LINE_END = /[\r\n]/;
const SEPARATORS = [',', ';', '\t'];

/** Each cell is a text. */
export class CsvTexts implements TextReader {
	private rest = '';
	private cellEnd: RegExp | undefined;

	*add(chunk: string, isLast: boolean): Generator<SourceText> {
		const text = this.rest + chunk;
		this.rest = text;
		if (!this.cellEnd) {
			if (!isLast && text.length < MAX_PIECE_LENGTH && !LINE_END.test(text)) return;
			this.cellEnd = new RegExp(`[${separatorOf(text)}\\r\\n]`, 'g');
		}
		let at = 0;
		while (at < text.length) {
			const cell = text[at] === '"' ? quoted(text, at, isLast) : { value: '', end: at };
			if (!cell) break;
			this.cellEnd.lastIndex = cell.end;
			const end = this.cellEnd.exec(text)?.index ?? text.length;
			if (end === text.length && !isLast) break;
			checkTextLength(text.slice(at, end));
			const value = cell.value + text.slice(cell.end, end);
			if (value.trim() !== '') yield { text: value };
			at = end + 1;
		}
		this.rest = text.slice(at);
		checkTextLength(this.rest);
	}
}

/** The one that the first line has most often. */
function separatorOf(text: string): string {
	const line = text
		.slice(0, MAX_PIECE_LENGTH)
		.split(LINE_END, 1)[0]!
		.replace(/"[^"]*"/g, '');
	const count = (separator: string) => line.split(separator).length;
	return SEPARATORS.reduce((most, each) => (count(each) > count(most) ? each : most));
}

/** Undefined if more has to be known. */
function quoted(text: string, start: number, isLast: boolean) {
	for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 2)) {
		if (end + 1 === text.length && !isLast) return undefined;
		if (text[end + 1] !== '"')
			return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
	}
	if (isLast) throw new UnreadableFile('has a quotation mark that is not closed');
	return undefined;
}
