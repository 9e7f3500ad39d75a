import { Lines } from './lines';
import {
	checkTextLength,
	DamagedFile,
	type FileText,
	type Side,
	type TextReader,
	unescape,
} from './reader';

const LINE = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d{1,3}\])?)?\s*"([^"\\]*(?:\\.[^"\\]*)*)"$/;

/** Between context and text, as gettext does it. */
const CONTEXT_END = '\u0004';

const notPo = () => new DamagedFile('is not a valid PO file');

/** The texts of a gettext file, without its header and entries that are no longer used. */
export class PoTexts implements TextReader {
	private readonly lines = new Lines();
	private field = '';
	private entry = new Map<string, string>();

	constructor(private readonly side?: Side) {}

	*add(chunk: string, isLast: boolean): Generator<FileText> {
		for (const each of this.lines.add(chunk, isLast)) {
			const line = each.trim();
			if (line === '' || line.startsWith('#')) continue;
			const [, field, text] = LINE.exec(line) ?? [];
			if (field === 'msgctxt' || this.entry.has(field ?? '')) yield* this.end();
			this.field = field ?? this.field;
			if (text === undefined || this.field === '') throw notPo();
			// Words are counted in files of any size.
			if (!this.side && !this.field.startsWith('msgid')) continue;
			const whole = (this.entry.get(this.field) ?? '') + unescape(text);
			checkTextLength(whole);
			this.entry.set(this.field, whole);
		}
		if (isLast) yield* this.end();
	}

	private *end(): Generator<FileText> {
		const { entry } = this;
		this.entry = new Map();
		const { msgctxt, msgid = '', msgid_plural: plural = '' } = Object.fromEntries(entry);
		// As behind a field that occurs twice.
		if (this.side && entry.size > 0 && !entry.has('msgid')) throw notPo();
		if (msgid === '' && plural === '') return;
		const key = msgctxt === undefined ? msgid : msgctxt + CONTEXT_END + msgid;
		const translated = [...entry].flatMap(([field, text]) =>
			field.startsWith('msgstr') ? [text] : [],
		);
		const [text = '', ...others] = this.side === 'target' ? translated : [msgid, plural];
		yield { key, text, plural };
		if (plural === '') return;
		// A language with one form has the same text for one and for many.
		for (const [index, form] of (others.length > 0 ? others : [text]).entries())
			yield { key: `${key}[1]`, text: form, isForm: index > 0 };
	}
}
