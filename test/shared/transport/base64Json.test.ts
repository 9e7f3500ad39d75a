import { randomBytes } from 'node:crypto';

import { decodeBase64Json } from '../../../nodes/shared/transport/base64Json';

async function decode(text: string, pieceSize: number): Promise<Buffer> {
	async function* pieces() {
		for (let at = 0; at < text.length; at += pieceSize) yield Buffer.from(text.slice(at, at + pieceSize));
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
