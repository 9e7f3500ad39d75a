/**
 * A file that was answered as a JSON text of base64: `"SGVsbG8="`. The service was seen to do so instead
 * of sending the bytes. Decoded piece by piece, like any other file.
 */
export async function* decodeBase64Json(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let text = '';
	let base64 = '';
	for await (const piece of pieces) {
		text += piece.toString('latin1');
		const end = endOfWhole(text);
		base64 += unescapeJson(text.slice(0, end)).replace(/[^A-Za-z0-9+/=_-]/g, '');
		text = text.slice(end);
		const whole = base64.length - (base64.length % 4);
		if (whole > 0) yield Buffer.from(base64.slice(0, whole), 'base64');
		base64 = base64.slice(whole);
	}
	if (base64 !== '') yield Buffer.from(base64, 'base64');
}

/** `\u002B` and `\/` are common in base64 inside JSON. */
function unescapeJson(text: string): string {
	return text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))).replace(/\\\//g, '/');
}

/** Where an escape begins that may go on in the next piece. */
function endOfWhole(text: string): number {
	const escape = text.lastIndexOf('\\');
	const length = text[escape + 1] === 'u' ? 6 : 2;
	return escape >= 0 && escape + length > text.length ? escape : text.length;
}
