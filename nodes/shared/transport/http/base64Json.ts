/** The text is something else, or was cut off. */
export class NotBase64 extends Error {}

/** How far the text has come, and what may follow: blanks and a quotation mark, base64, its padding, or blanks alone. */
const MAY_FOLLOW = {
	before: /^\s*/,
	inside: /^[A-Za-z0-9+/_\s-]*/,
	padding: /^[=\s]*/,
	after: /^\s*/,
};

/**
 * A file that was answered as a JSON text of base64: `"SGVsbG8="`. The service was seen to do so instead
 * of sending the bytes. Decoded chunk by chunk, like any other file.
 */
export async function* decodeBase64Json(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let place: keyof typeof MAY_FOLLOW = 'before';
	let escaped = '';
	let base64 = '';
	for await (const chunk of chunks) {
		escaped += chunk.toString('latin1');
		const end = endOfWhole(escaped);
		let text = unescapeJson(escaped.slice(0, end));
		escaped = escaped.slice(end);
		while (text !== '') {
			const [part] = MAY_FOLLOW[place].exec(text)!;
			if (place === 'inside') base64 += part.replace(/\s/g, '');
			text = text.slice(part.length);
			if (text === '') break;
			place = nextPlace(place, text);
			if (place !== 'padding') text = text.slice(1);
		}
		const whole = base64.length - (base64.length % 4);
		if (whole > 0) yield Buffer.from(base64.slice(0, whole), 'base64');
		base64 = base64.slice(whole);
	}
	if (place !== 'after' || escaped !== '' || base64.length === 1) throw new NotBase64();
	if (base64 !== '') yield Buffer.from(base64, 'base64');
}

function nextPlace(place: keyof typeof MAY_FOLLOW, text: string): keyof typeof MAY_FOLLOW {
	if (text.startsWith('"') && place === 'before') return 'inside';
	if (text.startsWith('"') && place !== 'after') return 'after';
	if (text.startsWith('=') && place === 'inside') return 'padding';
	throw new NotBase64();
}

/** `\u002B` and `\/` are common in base64 inside JSON, and so are its line breaks. */
function unescapeJson(text: string): string {
	return text
		.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
		.replace(/\\\//g, '/')
		.replace(/\\[rnt]/g, ' ');
}

/** Where an escape begins that may go on in the next chunk. */
function endOfWhole(text: string): number {
	const escape = text.lastIndexOf('\\');
	const length = text[escape + 1] === 'u' ? 6 : 2;
	return escape >= 0 && escape + length > text.length ? escape : text.length;
}
