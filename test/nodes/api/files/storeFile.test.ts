/** Stores of n8n that read in another way than its store on the disk does. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IExecuteFunctions } from 'n8n-workflow';

import { storeFile } from '../../../../nodes/api/files/storeFile';
import { canFree } from '../../../../nodes/http/transfers/buffers';

const CHUNKS = 5;
const CHUNK_BYTES = 64 * 1024;

async function stored(write: (chunks: AsyncIterable<Buffer>) => Promise<Buffer>) {
	const file = randomBytes(CHUNKS * CHUNK_BYTES);
	async function* chunks() {
		for (let at = 0; at < file.length; at += CHUNK_BYTES)
			yield Buffer.from(file.subarray(at, at + CHUNK_BYTES));
	}
	let content: Buffer = Buffer.alloc(0);
	const context = {
		helpers: {
			async prepareBinaryData(read: AsyncIterable<Buffer>, fileName: string, mimeType: string) {
				content = await write(read);
				return { data: '', fileName, mimeType, bytes: content.length };
			},
		},
	};
	const result = storeFile(context as unknown as IExecuteFunctions, chunks(), {
		fileName: 'a.bin',
		mimeType: 'application/octet-stream',
	});
	return { result: await result, isEqual: content.equals(file) };
}

it('a slow store gets every byte', async () => {
	const write = async (chunks: AsyncIterable<Buffer>) => {
		let content = Buffer.alloc(0);
		for await (const chunk of chunks) {
			await sleep(5);
			content = Buffer.concat([content, chunk]);
		}
		return content;
	};
	expect(await stored(write)).toMatchObject({
		result: { fileSize: CHUNKS * CHUNK_BYTES },
		isEqual: true,
	});
});

it('a store that reads on before it has written stores no wrong bytes, and fails in words where they are gone', async () => {
	const write = async (chunks: AsyncIterable<Buffer>) => {
		const read: Buffer[] = [];
		for await (const chunk of chunks) read.push(chunk);
		return Buffer.from(read.map((chunk) => chunk.toString('latin1')).join(''), 'latin1');
	};
	if (!canFree) return expect(await stored(write)).toMatchObject({ isEqual: true });
	await expect(stored(write)).rejects.toThrow(
		`n8n stored 0 of the ${(CHUNKS * CHUNK_BYTES).toLocaleString('en-US')} bytes of a.bin`,
	);
});
