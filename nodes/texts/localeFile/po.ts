import { UnreadableFile } from '../files/reader';
import type { Edit, ReadSlots } from './slots';

const LINE = /([^\r\n]*)(\r\n|\r|\n|$)/y;
const QUOTED = String.raw`"((?:[^"\\]|\\.)*)"`;
const STATEMENT = new RegExp(
	String.raw`^\s*(msgctxt|msgid_plural|msgid|msgstr)?(?:\[(\d+)\])?\s*${QUOTED}\s*$`,
);
export const ESCAPES: Readonly<Record<string, string>> = {
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

interface Statement {
	text: string;
	start: number;
	end: number;
}

interface Message {
	start: number;
	/** By keyword, and by number. */
	parts: Map<string, Statement>;
	forms: Statement[];
	/** Takes the mark away that nobody has confirmed the translation. */
	fuzzy?: Edit;
}

/** The messages of a PO file, without its header and what is out of use. */
export const readPo: ReadSlots = function* (text) {
	const lineEnd = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
	const write = (value: string) => quote(value, lineEnd);
	let formCount: number | undefined;
	const names = new Set<string>();
	for (const message of messagesIn(text)) {
		if (!message) {
			yield undefined;
			continue;
		}
		const { parts, forms, fuzzy, start } = message;
		const [context, id, plural] = ['msgctxt', 'msgid', 'msgid_plural'].map((name) =>
			parts.get(name),
		);
		if (!id || forms.length === 0 || forms.includes(undefined as never))
			throw new UnreadableFile('has a message that is not complete', start);
		if (id.text === '' && !context) {
			formCount = readHeader(forms[0]!);
			continue;
		}
		if (formCount === undefined) throw new UnreadableFile('has no header with its encoding', start);
		const place = context ? ['contexts', context.text, id.text] : ['messages', id.text];
		const name = JSON.stringify(place);
		if (names.has(name)) throw new UnreadableFile(`has the message "${id.text}" twice`, start);
		names.add(name);
		const about = { write, isDraft: fuzzy !== undefined, also: fuzzy && [fuzzy] };
		if (!plural) {
			yield { ...about, ...rangeOf(forms[0]!), place, text: id.text };
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
			const source = index === 0 && formCount > 1 ? id : plural;
			const { end } = forms.at(-1)!;
			const insert = { start: end, end, isNew: true };
			yield {
				...about,
				...(form
					? rangeOf(form)
					: { ...insert, write: (value: string) => `${lineEnd}msgstr[${index}] ${write(value)}` }),
				place: [...place, index],
				text: source.text,
			};
		}
	}
};

const rangeOf = ({ text, start, end }: Statement) => ({
	translation: text,
	// Nothing is shown for it, as for a fuzzy one.
	...(text === '' ? { isDraft: true } : {}),
	start,
	end,
});

function* messagesIn(text: string): Generator<Message | undefined> {
	let message: Message | undefined;
	let last: Statement | undefined;
	let fuzzy: Edit | undefined;
	for (let at = 0; at < text.length;) {
		LINE.lastIndex = at;
		const [whole, line] = LINE.exec(text)! as unknown as [string, string];
		const start = at;
		at += whole.length;
		if (line.trim() === '' || line.startsWith('#')) {
			last = undefined;
			if (line.startsWith('#~')) fuzzy = undefined;
			if (line.startsWith('#,')) fuzzy = withoutFuzzy(line, start, whole) ?? fuzzy;
			continue;
		}
		const [, keyword, index, quoted] = STATEMENT.exec(line) ?? [];
		if (quoted === undefined || (keyword === undefined && !last))
			throw new UnreadableFile('is not a valid PO file', start);
		const from = start + line.indexOf('"');
		const statement = {
			text: unquote(quoted, from + 1),
			start: from,
			end: start + line.trimEnd().length,
		};
		if (keyword === undefined) {
			last!.text += statement.text;
			last!.end = statement.end;
			continue;
		}
		const begins = keyword === 'msgctxt' || (keyword === 'msgid' && !message?.parts.has('msgctxt'));
		if (begins || message?.parts.has(keyword) || (message?.forms.length && keyword !== 'msgstr')) {
			yield message;
			message = { start, parts: new Map(), forms: [], fuzzy };
			fuzzy = undefined;
		}
		if (!message) throw new UnreadableFile('is not a valid PO file', start);
		last = statement;
		if (keyword !== 'msgstr') message.parts.set(keyword, statement);
		else if (Number(index ?? 0) === message.forms.length) message.forms.push(statement);
		else throw new UnreadableFile('has plural forms that are not in order', start);
	}
	yield message;
}

/** Without the line, if it says nothing else. */
function withoutFuzzy(line: string, start: number, whole: string): Edit | undefined {
	const flags = line.slice(2).split(',');
	const others = flags.filter((flag) => flag.trim() !== 'fuzzy');
	if (others.length === flags.length) return undefined;
	return others.length === 0
		? { start, end: start + whole.length, text: '' }
		: { start, end: start + line.length, text: `#,${others.join(',')}` };
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
	return Number(/Plural-Forms:[^\n]*nplurals\s*=\s*(\d+)/i.exec(text)?.[1] ?? 0);
}

function unquote(raw: string, start: number): string {
	return raw.replace(/\\(.)/g, (_, letter: string, at: number) => {
		const text = ESCAPES[letter];
		if (text === undefined)
			throw new UnreadableFile(`has the escape "\\${letter}", which is not supported`, start + at);
		return text;
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
