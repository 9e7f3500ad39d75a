import { ESCAPES } from '../localeFile/po';
import {
	checkTextLength,
	DamagedFile,
	type FileText,
	Lines,
	LineTexts,
	MAX_PIECE_LENGTH,
	type Side,
	type TextReader,
	UnreadableFile,
} from './reader';

const LINE = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d{1,3}\])?)?\s*"([^"\\]*(?:\\.[^"\\]*)*)"$/;

/** Between context and text, as gettext does it. */
const CONTEXT_END = '\u0004';

const unquote = (text: string): string =>
	text.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);

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
			const whole = (this.entry.get(this.field) ?? '') + unquote(text);
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
		const count = others.length + 1;
		yield { key, text, plural, forms: plural === '' ? undefined : [0, count] };
		if (plural === '') return;
		// A language with one form has the same text for one and for many.
		for (const [index, form] of (others.length > 0 ? others : [text]).entries())
			yield { key: `${key}[1]`, text: form, isForm: index > 0, forms: [index + 1, count] };
	}
}

const TIMES = /^\s*[\d:.,]+\s*-->\s*[\d:.,]+/;

/** The cues of SRT and WebVTT, without their numbers and times. */
export class SubtitleTexts implements TextReader {
	private readonly lines = new Lines();
	private cue: string | undefined;
	private hasCues = false;
	/** The line before, outside a cue: the number of the next one, or a comment of WebVTT. */
	private outside = '';

	constructor(private readonly isSrt: boolean) {}

	*add(chunk: string, isLast: boolean): Generator<string> {
		for (const line of this.lines.add(chunk, isLast)) {
			if (TIMES.test(line)) {
				yield this.cue ?? '';
				this.cue = this.outside = '';
				this.hasCues = true;
			} else if (line.trim() === '') {
				yield this.cue ?? '';
				this.cue = undefined;
			} else if (this.cue !== undefined) {
				this.cue += `${this.cue && '\n'}${line}`;
				checkTextLength(this.cue);
			} else {
				// In SRT, a text with an empty line in it goes on there.
				if (this.isSrt && this.hasCues) yield this.outside;
				this.outside = line;
			}
		}
		if (!isLast) return;
		if (!this.hasCues) throw new UnreadableFile('has no subtitles');
		yield this.cue ?? (this.isSrt ? this.outside : '');
	}
}

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

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Each line is a text. A comment that begins a line may take several; in a block of code, it is text. */
export class MarkdownTexts extends LineTexts {
	private isComment = false;
	private fence = '';

	override *add(chunk: string, isLast: boolean): Generator<string> {
		for (const line of super.add(chunk, isLast)) yield this.withoutComment(line);
	}

	private withoutComment(line: string): string {
		const [, fence = ''] = (!this.isComment && FENCE.exec(line)) || [];
		if (this.fence === '') this.fence = fence;
		else if (fence.startsWith(this.fence)) this.fence = '';
		this.isComment ||= this.fence === '' && /^ {0,3}<!--/.test(line);
		if (!this.isComment) return line;
		const end = line.indexOf('-->');
		this.isComment = end < 0;
		return end < 0 ? '' : line.slice(end + 3);
	}
}
