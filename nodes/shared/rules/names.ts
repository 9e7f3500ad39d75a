const REPLACEMENT = '\uFFFD';

type Measure = (text: string) => number;

export function utf8Length(text: string): number {
	return Buffer.byteLength(text, 'utf8');
}

const utf16Length: Measure = (text) => text.length;

/**
 * A name as it can be sent: halves of surrogate pairs become U+FFFD, as UTF-8 cannot carry them, and
 * line breaks and other control characters become a space.
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

/** As many whole pieces as fit, without blank ones at the end. */
function takeWhileFitting(pieces: Iterable<string>, limit: number, measure: Measure): string {
	let taken = '';
	let solid = '';
	let used = 0;
	for (const piece of pieces) {
		used += measure(piece);
		if (used > limit) break;
		taken += piece;
		if (piece.trim() !== '') solid = taken;
	}
	return solid;
}

/**
 * Cuts between characters as people see them, so that no emoji, flag or combining sequence is torn. A
 * first character that is too long by itself (stacked combining marks) is cut between code points.
 */
function cut(text: string, limit: number, measure: Measure): string {
	if (measure(text) <= limit) return text;
	const whole = takeWhileFitting(charactersOf(text), limit, measure);
	return whole === '' ? takeWhileFitting(text, limit, measure) : whole;
}

/** The name in at most `limit` bytes of UTF-8; empty only if there is nothing visible in it. */
export function shortenToBytes(name: string, limit: number): string {
	return cut(cleanName(name), limit, utf8Length);
}

const LONGEST_EXTENSION = 32;

/** The extension with its dot, or an empty text. A leading dot starts a hidden file, not an extension. */
export function extensionOf(fileName: string): string {
	const extension = /(?<=[^/\\])\.[^\s./\\]+$/u.exec(fileName)?.[0] ?? '';
	return extension.length <= LONGEST_EXTENSION ? extension : '';
}

/** The file name in at most `limit` UTF-16 units; the end of its stem goes, its extension stays. */
export function shortenFileName(fileName: string, limit: number): string {
	const name = cleanName(fileName);
	if (name.length <= limit) return name;
	const extension = extensionOf(name);
	const stem = name.slice(0, name.length - extension.length);
	return cut(stem, limit - extension.length, utf16Length) + extension;
}

/**
 * A name from outside as the name of a file and nothing else: without folders, a drive or control characters. n8n makes
 * a directory of whatever stands in front. Undefined if no name is left; the caller knows what to use instead.
 */
export function plainFileName(name: unknown): string | undefined {
	if (typeof name !== 'string') return undefined;
	const last = cleanName(name.split(/[/\\]/).pop() ?? '');
	const plain = cleanName(last.replace(/^(\s*[a-z]:)+/i, ''));
	return /^[.\s]*$/.test(plain) ? undefined : plain;
}
