import {
	type About,
	checkTextLength,
	DamagedFile,
	endOfQuoted,
	type FileText,
	STEPS,
	UnreadableFile,
} from './reader';
import { type Edit, Place, type ReadSlots, type Stated } from './slots';

const LINE = /([^\r\n]*)(\r\n|\r|\n|$)/y;
const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,9})\])?\s*/;
const ESCAPES: Readonly<Record<string, string>> = {
	n: '\n',
	t: '\t',
	r: '\r',
	a: '\x07',
	b: '\b',
	f: '\f',
	v: '\v',
	'"': '"',
	'\\': '\\',
};
const LETTERS = new Map(Object.entries(ESCAPES).map(([letter, text]) => [text, letter]));

/** No language has more. */
const MAX_FORMS = 6;

const notPo = (at: number) => new DamagedFile('is not a valid PO file', at);

interface Statement {
	text: string;
	start: number;
	end: number;
}

interface Message {
	start: number;
	/** By keyword. */
	parts: Map<string, Statement>;
	/** By number. */
	forms: Statement[];
	/** Takes the mark away that nobody has confirmed the translation. */
	fuzzy?: Edit;
}

const MESSAGES = new Place('messages');
const CONTEXTS = new Place('contexts');

/** The messages of a PO file, without its header and what is out of use. */
export const slotsOfPo: ReadSlots = function* (text) {
	const lineEnd = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
	const write = (value: string) => quote(value, lineEnd);
	let formCount: number | undefined;
	const names = new Set<string>();
	for (const message of messagesIn(text, true)) {
		if (!message) {
			yield undefined;
			continue;
		}
		const { forms, fuzzy, start } = message;
		const { context, id, plural } = partsOf(message);
		if (forms.length === 0) throw new UnreadableFile('has a message that is not complete', start);
		if (id === '' && context === undefined) {
			formCount = readHeader(forms[0]!);
			const stated = languageIn(text, forms[0]!);
			if (stated) yield stated;
			continue;
		}
		if (formCount === undefined) throw new UnreadableFile('has no header with its encoding', start);
		const place = new Place(id, context === undefined ? MESSAGES : new Place(context, CONTEXTS));
		if (names.has(place.pointer)) throw new UnreadableFile(`has the message "${id}" twice`, start);
		names.add(place.pointer);
		const about = { write, isDraft: fuzzy !== undefined, also: fuzzy && [fuzzy] };
		if (!plural) {
			yield { ...about, ...rangeOf(forms[0]!), place, text: id };
			continue;
		}
		// Forms beyond those of the header stay as they are: nothing shows them.
		if (formCount === 0)
			throw new UnreadableFile(
				'has plural forms, and its header does not say how many there are ("Plural-Forms: nplurals=…")',
				start,
			);
		for (let index = 0; index < formCount; index++) {
			const form = forms[index];
			const { end } = forms.at(-1)!;
			const insert = { start: end, end, isNew: true };
			yield {
				...about,
				...(form
					? rangeOf(form)
					: { ...insert, write: (value: string) => `${lineEnd}msgstr[${index}] ${write(value)}` }),
				place: new Place(index, place),
				text: index === 0 && formCount > 1 ? id : plural,
			};
		}
	}
};

/** Between context and text, as gettext does it. */
const CONTEXT_END = '\u0004';

/** The same of templates, and of files whose header says less. */
export function* textsOfPo(text: string, { side }: About): Generator<FileText | undefined> {
	for (const message of messagesIn(text, false)) {
		if (!message) {
			yield undefined;
			continue;
		}
		const { context, id, plural } = partsOf(message);
		if (id === '' && !plural) continue;
		const key = context === undefined ? id : context + CONTEXT_END + id;
		const translated = message.forms.map((form) => form.text);
		const [first = '', ...others] = side === 'target' ? translated : [id, plural ?? ''];
		const count = others.length + 1;
		yield { key, text: first, plural, ...(plural && { forms: [0, count] }) };
		if (!plural) continue;
		// A language with one form has the same text for one and for many.
		for (const [index, form] of (others.length > 0 ? others : [first]).entries())
			yield { key: `${key}[1]`, text: form, isForm: index > 0, forms: [index + 1, count] };
	}
}

function partsOf({ parts, start }: Message) {
	const [context, id, plural] = ['msgctxt', 'msgid', 'msgid_plural'].map(
		(name) => parts.get(name)?.text,
	);
	if (id === undefined) throw notPo(start);
	return { context, id, plural };
}

const rangeOf = ({ text, start, end }: Statement) => ({
	translation: text,
	// Nothing is shown for it, as for a fuzzy one.
	...(text === '' ? { isDraft: true } : {}),
	start,
	end,
});

/** @param isExact - An escape that nobody knows is refused. */
function* messagesIn(text: string, isExact: boolean): Generator<Message | undefined> {
	let message: Message | undefined;
	let last: Statement | undefined;
	let fuzzy: Edit | undefined;
	let step = 0;
	for (let at = 0; at < text.length;) {
		if (++step % STEPS === 0) yield undefined;
		LINE.lastIndex = at;
		const [whole, full] = LINE.exec(text)! as unknown as [string, string];
		const line = full.trim();
		const start = at + full.length - full.trimStart().length;
		at += whole.length;
		if (line === '' || line.startsWith('#')) {
			last = undefined;
			if (line.startsWith('#~')) fuzzy = undefined;
			if (line.startsWith('#,')) fuzzy = withoutFuzzy(line, start, at) ?? fuzzy;
			continue;
		}
		const [before = '', keyword, index] = KEYWORD.exec(line) ?? [];
		const from = start + before.length;
		const end = start + line.length;
		const isQuoted = text[from] === '"' && endOfQuoted(text.slice(from, end), 0) === end - from - 1;
		if (!isQuoted || (keyword === undefined && !last)) throw notPo(start);
		const statement = {
			text: unquote(text.slice(from + 1, end - 1), from + 1, isExact),
			start: from,
			end,
		};
		if (keyword === undefined) {
			last!.text += statement.text;
			last!.end = end;
			checkTextLength(last!.text);
			continue;
		}
		const begins = keyword === 'msgctxt' || (keyword === 'msgid' && !message?.parts.has('msgctxt'));
		if (begins || message?.parts.has(keyword) || (message?.forms.length && keyword !== 'msgstr')) {
			if (message) yield message;
			message = { start, parts: new Map(), forms: [], fuzzy };
			fuzzy = undefined;
		}
		if (!message) throw notPo(start);
		last = statement;
		if (keyword !== 'msgstr') message.parts.set(keyword, statement);
		else if (Number(index ?? 0) === message.forms.length) message.forms.push(statement);
		else if (index === undefined) throw notPo(start);
		else throw new UnreadableFile('has plural forms that are not in order', start);
	}
	if (message) yield message;
}

/** Without the line, if it says nothing else. */
function withoutFuzzy(line: string, start: number, end: number): Edit | undefined {
	const flags = line.slice(2).split(',');
	const others = flags.filter((flag) => flag.trim() !== 'fuzzy');
	if (others.length === flags.length) return undefined;
	return others.length === 0
		? { start, end, text: '' }
		: { start, end: start + line.length, text: `#,${others.join(',')}` };
}

/** Not `X-Language` or `Language-Team`. */
const LANGUAGE = /(?<=["n])Language:[ \t]*([^\s\\"]*)/;

function languageIn(text: string, { start, end }: Statement): Stated | undefined {
	const found = LANGUAGE.exec(text.slice(start, end));
	if (!found) return undefined;
	const [all, language] = found as unknown as [string, string];
	const to = start + found.index + all.length;
	return { language, separator: '_', start: to - language.length, end: to };
}

/** How many plural forms the language has. 0 if the header does not say. */
function readHeader({ text, start }: Statement): number {
	const [, charset = ''] = /charset=([^\s;]+)/i.exec(text) ?? [];
	if (!/^(?:utf-?8|(?:us-)?ascii)$/i.test(charset))
		throw new UnreadableFile(
			charset === 'CHARSET'
				? 'is a template. Make a PO file of each language from it, e.g. with msginit or msgmerge, and use that'
				: `says that its encoding is "${charset}", and only UTF-8 can be read`,
			start,
		);
	const [forms = ''] = /^Plural-Forms:.*/im.exec(text) ?? [];
	const count = Number(/nplurals\s{0,99}=\s{0,99}(\d+)/i.exec(forms)?.[1] ?? 0);
	if (count > MAX_FORMS)
		throw new UnreadableFile(
			`says that its language has ${count} plural forms, and no language has more than ${MAX_FORMS}`,
			start,
		);
	return count;
}

function unquote(raw: string, start: number, isExact: boolean): string {
	if (!raw.includes('\\')) return raw;
	return raw.replace(/\\(.)/g, (_, letter: string, at: number) => {
		const text = ESCAPES[letter];
		if (text === undefined && isExact)
			throw new UnreadableFile(`has the escape "\\${letter}", which is not supported`, start + at);
		return text ?? letter;
	});
}

const escapeLetter = (each: string): string =>
	LETTERS.has(each) ? `\\${LETTERS.get(each)}` : each;

/** A line for each line of the text, as gettext writes it. */
function quote(text: string, lineEnd: string): string {
	const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [''];
	const quoted = lines.map((line) => `"${line.replace(/["\\\p{Cc}]/gu, escapeLetter)}"`);
	return quoted.length === 1 ? quoted[0]! : ['""', ...quoted].join(lineEnd);
}
