import { LATIN1 } from './encodings';
import { Scanner, UnreadableFile } from './reader';
import { escapeUnit, inAscii, NON_ASCII, Place, type ReadSlots, UNSAFE } from './slots';

const COMMENT = /[ \t\f]*[#!][^\r\n]*/y;
const BLANK = /[ \t\f]*(?:\r\n|\r|\n|$)/y;
/** A line goes on behind a backslash at its end. */
const SPACE = [/[ \t\f]+/y, /\\(?:\r\n|\r|\n)/y];
const KEY = [/[^\\=: \t\f\r\n]+/y, /\\(?:\r\n[ \t\f]*|[\r\n][ \t\f]*|[^]|$)/y];
const VALUE = [/[^\\\r\n]+/y, /\\(?:\r\n|[^]|$)/y];
const SEPARATOR = /[=:]/y;
const ESCAPE = /\\(?:(?:\r\n|\r|\n)[ \t\f]*|u([\da-fA-F]{4})|([^]|$))/g;
const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Java properties. */
export const slotsOfProperties: ReadSlots = function* (text, { encoding, like = text }) {
	const raw = NON_ASCII.test(like);
	const write = (value: string) => {
		const escaped = value
			.replace(/[\\\n\t\r\f]/g, escapeControl)
			.replace(UNSAFE, escapeUnit)
			// Also what would be the separator behind a key and a space.
			.replace(/^[ =:]/, '\\$&');
		// Older Java reads such a file as Latin-1, so only ASCII is safe until it has something else.
		if (!raw) return inAscii(escaped);
		return encoding === LATIN1 ? escaped.replace(/[^\0-\xff]/g, escapeUnit) : escaped;
	};
	const rest = new Scanner(text);
	while (rest.at < text.length) {
		yield undefined;
		if (rest.take(BLANK) !== '' || rest.take(COMMENT) !== '') continue;
		yield* rest.takeAll(...SPACE);
		const keyStart = rest.at;
		const key = unescape(yield* rest.takeAll(...KEY), keyStart);
		const space = yield* rest.takeAll(...SPACE);
		const separator = rest.take(SEPARATOR);
		if (separator !== '') yield* rest.takeAll(...SPACE);
		const start = rest.at;
		const value = unescape(yield* rest.takeAll(...VALUE), start);
		// A key alone has no place for a text.
		if (separator !== '' || space !== '')
			yield { place: new Place(key), text: value, start, end: rest.at, write };
		else if (value !== '') throw new UnreadableFile('is no valid properties file', start);
	}
};

const escapeControl = (letter: string): string =>
	`\\${letter === '\\' ? letter : Object.keys(CONTROLS).find((name) => CONTROLS[name] === letter)}`;

function unescape(raw: string, start: number): string {
	if (!raw.includes('\\')) return raw;
	return raw.replace(ESCAPE, (_, code?: string, letter?: string, at = 0) => {
		if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
		if (!letter) return '';
		if (letter === 'u')
			throw new UnreadableFile('has an escape that is not complete', start + Number(at));
		return CONTROLS[letter] ?? letter;
	});
}
