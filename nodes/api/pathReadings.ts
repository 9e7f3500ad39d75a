/**
 * A gateway, a server and its framework may each decode a path, fold its slashes and drop its
 * parameters in their own way. A guard must look at every reading.
 */

/** Lower-case segments. `.` and `..` stay as they are. */
export function readingsOf(path: string): string[][] {
	return decodingsOf(path).flatMap((decoded) => withoutParameters(decoded).map(segmentsOf));
}

function segmentsOf(path: string): string[] {
	const segments = path.split(/[/\\]/).map((segment) => segment.trim().toLowerCase());
	return segments.filter((segment) => segment !== '');
}

/** With its parameters, without those of each segment, and without all from the first on. */
function withoutParameters(path: string): string[] {
	return [path, path.replace(/;[^/\\]*/g, ''), path.replace(/[;?#].*$/s, '')];
}

export function decodingsOf(path: string): string[] {
	const all = [path];
	for (let next = decode(path); next !== all.at(-1); next = decode(next)) all.push(next);
	return all;
}

function decode(path: string): string {
	return path
		.replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
		.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
			decodeBytes(Buffer.from(bytes.replaceAll('%', ''), 'hex')),
		)
		.normalize('NFKC');
}

function decodeBytes(bytes: Buffer): string {
	const text = bytes.toString('utf8');
	// Overlong encodings are forbidden, but some servers still read them.
	return text.includes('\uFFFD')
		? bytes
				.toString('latin1')
				.replace(/[\xC0\xC1][\x80-\xBF]|\xE0[\x80-\x9F][\x80-\xBF]/g, overlong)
		: text;
}

function overlong(bytes: string): string {
	const code = [...bytes].reduce(
		(value, byte, index) =>
			index === 0 ? byte.charCodeAt(0) & 0x0f : (value << 6) | (byte.charCodeAt(0) & 0x3f),
		0,
	);
	return String.fromCharCode(code);
}
