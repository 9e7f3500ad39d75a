import { Lines } from './lines';
import { checkTextLength, type SourceText, type TextReader, UnreadableFile } from './reader';

const ENTRY = /^([^\\=:\s]*(?:\\.[^\\=:\s]*)*)\s*[=:]?\s*(.*)$/s;
const ESCAPE = /\\(?:u([\da-fA-F]{4})|(.))/gs;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

/** The values of a Java properties file. */
export class PropertiesTexts implements TextReader {
	private readonly lines = new Lines();
	/** A line that goes on in the next one. */
	private begun = '';

	*add(chunk: string, isLast: boolean): Generator<SourceText> {
		for (const line of this.lines.add(chunk, isLast)) {
			if (this.begun === '' && /^\s*[#!]/.test(line)) continue;
			const text = this.begun + line.trimStart();
			checkTextLength(text);
			const goesOn = /\\*$/.exec(text)![0].length % 2 === 1;
			this.begun = goesOn ? text.slice(0, -1) : '';
			if (!goesOn) yield* entryOf(text);
		}
		if (isLast) yield* entryOf(this.begun);
	}
}

function entryOf(line: string): SourceText[] {
	const [, key = '', value = ''] = ENTRY.exec(line)!;
	return value.trim() === '' ? [] : [{ key: unescape(key), text: unescape(value) }];
}

const unescape = (text: string): string =>
	text.replace(ESCAPE, (_, code?: string, letter = '') => {
		if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
		if (letter === 'u') throw new UnreadableFile('has an escape that is not complete');
		return CONTROLS[letter as string] ?? letter;
	});
