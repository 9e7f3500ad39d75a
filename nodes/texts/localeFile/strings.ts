import { UnreadableFile } from '../files/reader';
import { escapeUnit, type ReadSlots, UNSAFE } from './slots';

const SPACE = /(?:\s|\/\*[^]*?\*\/|\/\/[^\r\n]*)+/y;
const QUOTED = /"((?:[^"\\]|\\[^])*)"/y;
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
export const readStrings: ReadSlots = function* (text) {
	let at = 0;
	const take = (pattern: RegExp): RegExpExecArray | undefined => {
		pattern.lastIndex = at;
		const found = pattern.exec(text) ?? undefined;
		at += found?.[0].length ?? 0;
		return found;
	};
	const expect = (sign: string) => {
		take(SPACE);
		if (text[at] !== sign) throw new UnreadableFile(`has no ${sign} where one should be`, at);
		at += 1;
		take(SPACE);
	};
	take(SPACE);
	if (text.startsWith('<', at))
		throw new UnreadableFile('is a property list in XML, and only "key" = "text"; can be read', at);
	while (at < text.length) {
		const keyStart = at;
		const [plain, quoted] = take(QUOTED) ?? take(PLAIN) ?? [];
		if (plain === undefined) throw new UnreadableFile('has no key where one should be', at);
		expect('=');
		const start = at + 1;
		const raw = take(QUOTED)?.[1];
		if (raw === undefined) throw new UnreadableFile('has no text where one should be', at);
		const key = quoted === undefined ? plain : unescape(quoted, keyStart + 1);
		yield { place: [key], text: unescape(raw, start), start, end: at - 1, write };
		expect(';');
	}
};

function unescape(raw: string, start: number): string {
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
