import { randomBytes } from 'node:crypto';

import { decodeBase64Json, NotBase64 } from '../../../../nodes/api/files/base64Json';

async function decode(text: string, pieceSize: number): Promise<Buffer> {
	async function* pieces() {
		for (let at = 0; at < text.length; at += pieceSize)
			yield Buffer.from(text.slice(at, at + pieceSize));
	}
	const decoded: Buffer[] = [];
	for await (const piece of decodeBase64Json(pieces())) decoded.push(piece);
	return Buffer.concat(decoded);
}

const ESCAPED = (text: string) => text.replaceAll('+', '\\u002B').replaceAll('/', '\\/');

it.each([1, 2, 3, 5, 7, 64, 100_000])('in pieces of %d characters', async (pieceSize) => {
	const file = randomBytes(4_000);
	const text = ` "${ESCAPED(file.toString('base64'))}"\n`;
	expect(await decode(text, pieceSize)).toEqual(file);
});

it('with line breaks inside', async () => {
	expect((await decode('"SGVs\\r\\nbG8="', 4)).toString()).toBe('Hello');
});

it.each([
	'"SGVsbG8=',
	'"SGVsbG',
	'SGVsbG8=',
	'"Not ready yet."',
	'"SGVsbG8=" and more',
	'"SGVs=bG8="',
	'"SGVsb"',
	'"SGVs\\u002',
	'{"message":"Busy"}',
	'',
])('%s is refused', async (text) => {
	for (const pieceSize of [1, 3, 100])
		await expect(decode(text, pieceSize)).rejects.toThrow(NotBase64);
});
