import { Lines } from './lines';
import { checkTextLength, type FileText, isEscaped, type TextReader, unescape } from './reader';

const KEY = /^([^\\=:\s]*(?:\\.[^\\=:\s]*)*)\s*[=:]?\s*/s;

/** The values of a Java properties file. */
export class PropertiesTexts implements TextReader {
	private readonly lines = new Lines();
	/** With the lines before that go on in this one. */
	private entry = '';

	*add(chunk: string, isLast: boolean): Generator<FileText> {
		for (const each of this.lines.add(chunk, isLast)) {
			const line = each.trimStart();
			if (this.entry === '' && /^[#!]/.test(line)) continue;
			const goesOn = isEscaped(line, line.length);
			this.entry += goesOn ? line.slice(0, -1) : line;
			checkTextLength(this.entry);
			if (!goesOn) yield this.end();
		}
		if (isLast) yield this.end();
	}

	private end(): FileText {
		const { entry } = this;
		this.entry = '';
		const [start, key] = KEY.exec(entry)!;
		return { key: unescape(key!), text: unescape(entry.slice(start.length)) };
	}
}
