import { Lines } from './lines';
import { checkTextLength, type TextReader, unescape, UnreadableFile } from './reader';

const LINE = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d{1,3}\])?)?\s*"([^"\\]*(?:\\.[^"\\]*)*)"$/;

/** The sources of a gettext file, without its header and entries that are no longer used. */
export class PoTexts implements TextReader {
	private readonly lines = new Lines();
	private field = '';
	private text = '';

	*add(chunk: string, isLast: boolean): Generator<string> {
		for (const each of this.lines.add(chunk, isLast)) {
			const line = each.trim();
			if (line === '' || line.startsWith('#')) continue;
			const [, field, text] = LINE.exec(line) ?? [];
			if (field) yield this.end();
			this.field = field ?? this.field;
			if (text === undefined || this.field === '')
				throw new UnreadableFile('is not a valid PO file');
			if (this.field.startsWith('msgid')) this.text += unescape(text);
			checkTextLength(this.text);
		}
		if (isLast) yield this.end();
	}

	private end(): string {
		const { text } = this;
		this.text = '';
		return text;
	}
}
