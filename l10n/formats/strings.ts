import { endOfQuoted, Scanner, UnreadableFile } from './reader';
import { escapeUnit, Place, type ReadSlots, UNSAFE } from './slots';

const SPACE = [/\s+/y, /\/\*[^]*?\*\/|\/\/[^\r\n]*/y];
const PLAIN = /[\w.$/:-]+/y;
const ESCAPE = /\\(?:U([\da-fA-F]{4})|([^]))/g;
const ESCAPES: Readonly<Record<string, string>> = {
	n: '\n',
	t: '\t',
	r: '\r',
	a: '\x07',
	b: '\b',
	f: '\f',
	v: '\v',
};
/** Any other sign means itself. */
const LETTER = /[\p{L}\d]/u;

/** Apple's .strings: `"key" = "text";` with comments. */
export const slotsOfStrings: ReadSlots = function* (text) {
	const rest = new Scanner(text);
	function* expect(sign: string): Generator<undefined> {
		yield* rest.takeAll(...SPACE);
		if (text[rest.at] !== sign)
			throw new UnreadableFile(`has no ${sign} where one should be`, rest.at);
		rest.at += 1;
		yield* rest.takeAll(...SPACE);
	}
	/** What stands in quotation marks. */
	const takeQuoted = (): string | undefined => {
		const { at } = rest;
		const end = text[at] === '"' ? endOfQuoted(text, at) : -1;
		if (end < 0) return undefined;
		rest.at = end + 1;
		return text.slice(at + 1, end);
	};
	yield* rest.takeAll(...SPACE);
	if (text.startsWith('<', rest.at))
		throw new UnreadableFile(
			'is a property list in XML, and only "key" = "text"; can be read',
			rest.at,
		);
	while (rest.at < text.length) {
		const { at } = rest;
		const quoted = takeQuoted();
		const key = quoted === undefined ? rest.take(PLAIN) : unescape(quoted, at + 1);
		if (rest.at === at) throw new UnreadableFile('has no key where one should be', at);
		yield* expect('=');
		const start = rest.at + 1;
		const raw = takeQuoted();
		if (raw === undefined) throw new UnreadableFile('has no text where one should be', rest.at);
		yield { place: new Place(key), text: unescape(raw, start), start, end: rest.at - 1, write };
		yield* expect(';');
	}
};

function unescape(raw: string, start: number): string {
	if (!raw.includes('\\')) return raw;
	return raw.replace(ESCAPE, (all: string, code?: string, letter = '', at = 0) => {
		const text = code === undefined ? ESCAPES[letter] : String.fromCharCode(parseInt(code, 16));
		if (text === undefined && !LETTER.test(letter)) return letter;
		if (text === undefined)
			throw new UnreadableFile(
				`has the escape "${all}", which is not supported`,
				start + Number(at),
			);
		return text;
	});
}

const write = (text: string): string =>
	text
		.replace(/["\\]/g, '\\$&')
		.replace(/\n/g, '\\n')
		.replace(/\t/g, '\\t')
		.replace(/\r/g, '\\r')
		.replace(UNSAFE, (unit) => escapeUnit(unit).replace('u', 'U'));
