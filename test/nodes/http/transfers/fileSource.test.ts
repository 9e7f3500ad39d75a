import { randomBytes } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import {
	binarySource,
	FileCursor,
	type FileSource,
} from '../../../../nodes/http/transfers/fileSource';

const CONTENT = randomBytes(1_000);

/** A source that counts how often it is opened, read in pieces of 64 bytes. */
function source(size = CONTENT.length): FileSource & { opened: number[] } {
	const opened: number[] = [];
	async function* read(offset: number) {
		opened.push(offset);
		for (let at = offset; at < CONTENT.length; at += 64) yield CONTENT.subarray(at, at + 64);
	}
	return { opened, mediaType: 'text/plain', identity: 'x', ownsChunks: true, size, read };
}

async function take(cursor: FileCursor, start: number, end: number): Promise<Buffer> {
	const pieces: Buffer[] = [];
	for await (const piece of cursor.portion(start, end)) pieces.push(piece);
	return Buffer.concat(pieces);
}

it('portions join to the whole, in one pass', async () => {
	const file = source();
	const cursor = new FileCursor(file);
	const portions = [
		await take(cursor, 0, 100),
		await take(cursor, 100, 640),
		await take(cursor, 640, 1_000),
	];
	expect(Buffer.concat(portions)).toEqual(CONTENT);
	expect(file.opened).toEqual([0]);
});

it('a portion from elsewhere opens the file again there', async () => {
	const file = source();
	const cursor = new FileCursor(file);
	await take(cursor, 0, 500);
	expect(await take(cursor, 123, 1_000)).toEqual(CONTENT.subarray(123));
	expect(file.opened).toEqual([0, 123]);
});

it.each([
	[1_001, 'only 1,000 were found'],
	[999, 'more were found'],
])('a file announced as %d bytes is refused', async (size, message) => {
	await expect(take(new FileCursor(source(size)), 0, size)).rejects.toThrow(message);
});

it.each(['', '\n', '\r\n'])('base64 in lines is decoded as a whole (%j)', async (lineBreak) => {
	const data = CONTENT.toString('base64').replace(/.{76}/g, `$&${lineBreak}`);
	const context = { helpers: { assertBinaryData: (_: number, binary: unknown) => binary } };
	const file = await binarySource(context as unknown as IExecuteFunctions, 0, {
		data,
		mimeType: 'text/plain',
	});
	expect(file.size).toBe(CONTENT.length);
	expect(await take(new FileCursor(file), 0, file.size)).toEqual(CONTENT);
	expect(await take(new FileCursor(file), 500, file.size)).toEqual(CONTENT.subarray(500));
});
