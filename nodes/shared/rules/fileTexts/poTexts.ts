import { Lines } from './lines';
import { checkTextLength, type SourceText, type TextReader, UnreadableFile } from './reader';

const LINE =
	/^(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d{1,3}\])?)\s*)?"([^"\\]*(?:\\.[^"\\]*)*)"$/;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
/** Between context and text, as gettext does it. */
const CONTEXT_END = '\u0004';

/** The sources of a gettext file, without its header and entries that are no longer used. */
export class PoTexts implements TextReader {
	private readonly lines = new Lines();
	private entry = new Map<string, string>();
	private field: string | undefined;

	*add(chunk: string, isLast: boolean): Generator<SourceText> {
		for (const each of this.lines.add(chunk, isLast)) {
			const line = each.trim();
			if (line === '' || line.startsWith('#')) continue;
			const found = LINE.exec(line);
			const isNew = found?.[1] === 'msgctxt' || (found?.[1] === 'msgid' && this.entry.has('msgid'));
			if (isNew) yield* this.endEntry();
			this.field = found?.[1] ?? this.field;
			if (!found || this.field === undefined) throw new UnreadableFile('is not a valid PO file');
			const text = (this.entry.get(this.field) ?? '') + unescape(found[2]!);
			checkTextLength(text);
			this.entry.set(this.field, text);
		}
		if (isLast) yield* this.endEntry();
	}

	private *endEntry(): Generator<SourceText> {
		const { entry } = this;
		this.entry = new Map();
		const text = entry.get('msgid') ?? '';
		const context = entry.get('msgctxt');
		const key = context === undefined ? text : context + CONTEXT_END + text;
		const plural = entry.get('msgid_plural') ?? '';
		if (text !== '') yield { key, text };
		if (plural !== '') yield { key: `${key}[1]`, text: plural };
	}
}

const unescape = (text: string): string =>
	text.replace(/\\(.)/g, (_, letter: string) => CONTROLS[letter] ?? letter);
