/** The text is not base64, or was cut off. */
export class NotBase64 extends Error {}

/** What may follow at each place of the text. */
const MAY_FOLLOW = {
	before: /^\s*/,
	inside: /^[A-Za-z0-9+/_\s-]*/,
	padding: /^[=\s]*/,
	after: /^\s*/,
};

/**
 * Decodes a file that came as a JSON string of base64 (`"SGVsbG8="`), chunk by chunk. The service
 * sometimes sends that instead of bytes.
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
			const [part = ''] = MAY_FOLLOW[place].exec(text) ?? [];
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

/** JSON often escapes characters of base64, and its line breaks. */
function unescapeJson(text: string): string {
	return text
		.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
		.replace(/\\\//g, '/')
		.replace(/\\[rnt]/g, ' ');
}

/** The start of an escape that may continue in the next chunk. */
function endOfWhole(text: string): number {
	const escape = text.lastIndexOf('\\');
	const length = text[escape + 1] === 'u' ? 6 : 2;
	return escape >= 0 && escape + length > text.length ? escape : text.length;
}
