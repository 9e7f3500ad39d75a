const REPLACEMENT = '\uFFFD';

type Measure = (text: string) => number;

export function utf8Length(text: string): number {
	return Buffer.byteLength(text, 'utf8');
}

const utf16Length: Measure = (text) => text.length;

/**
 * Makes a name safe to send. Lone surrogates become U+FFFD, because UTF-8 cannot carry them; line
 * breaks and other control characters become a space.
 */
export function cleanName(name: string): string {
	return (
		name
			.replace(/\p{Surrogate}/gu, REPLACEMENT)
			.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
			// A space that carries a combining mark is a character of its own.
			.replace(/^\s+(?!\p{M})/u, '')
			.trimEnd()
	);
}

let graphemes: Intl.Segmenter | undefined;

function* charactersOf(text: string): Generator<string> {
	graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
	for (const { segment } of graphemes.segment(text)) yield segment;
}

/** Takes as many whole pieces as fit and drops blank ones at the end. */
function takeWhileFitting(pieces: Iterable<string>, limit: number, measure: Measure): string {
	let taken = '';
	let withoutBlanks = '';
	let used = 0;
	for (const piece of pieces) {
		used += measure(piece);
		if (used > limit) break;
		taken += piece;
		if (piece.trim() !== '') withoutBlanks = taken;
	}
	return withoutBlanks;
}

/**
 * Cuts between graphemes, so that no emoji, flag or combining sequence is split. If the first one
 * alone is too long (stacked combining marks), cuts between code points.
 */
function cut(text: string, limit: number, measure: Measure): string {
	if (measure(text) <= limit) return text;
	const whole = takeWhileFitting(charactersOf(text), limit, measure);
	return whole === '' ? takeWhileFitting(text, limit, measure) : whole;
}

/** Cuts a name to `limit` bytes of UTF-8. Empty only if nothing visible is in it. */
export function shortenToBytes(name: string, limit: number): string {
	return cut(cleanName(name), limit, utf8Length);
}

const MAX_EXTENSION_LENGTH = 32;

/** The extension with its dot, or an empty string. A leading dot marks a hidden file. */
export function extensionOf(fileName: string): string {
	const extension = /(?<=[^/\\])\.[^\s./\\]+$/u.exec(fileName)?.[0] ?? '';
	return extension.length <= MAX_EXTENSION_LENGTH ? extension : '';
}

/** Cuts a file name to `limit` UTF-16 units and keeps its extension. */
export function shortenFileName(fileName: string, limit: number): string {
	const name = cleanName(fileName);
	if (name.length <= limit) return name;
	const extension = extensionOf(name);
	const stem = name.slice(0, name.length - extension.length);
	return cut(stem, limit - extension.length, utf16Length) + extension;
}

/**
 * Strips folders, a drive and control characters from an untrusted name: n8n creates any
 * directory in it. Undefined if no name is left.
 */
export function plainFileName(name: unknown): string | undefined {
	if (typeof name !== 'string') return undefined;
	const last = cleanName(name.split(/[/\\]/).pop() ?? '');
	const plain = cleanName(last.replace(/^(\s*[a-z]:)+/i, ''));
	return /^[.\s]*$/.test(plain) ? undefined : plain;
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi;

function decodeEntities(text: string): string {
	return text.replace(ENTITY, (entity, hex?: string, decimal?: string, name?: string) => {
		if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
		const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
	});
}

/** The same for all forms in which a service may show a name. */
export function comparableName(name: string): string {
	// Once for the service's escaping, once for an entity that was in the name before.
	return decodeEntities(decodeEntities(name)).normalize('NFC').replace(/\s+/gu, ' ').trim();
}

export const sameName = (one: string, other: string): boolean =>
	one === other || comparableName(one) === comparableName(other);
