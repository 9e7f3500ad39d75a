/** A file host that says in another way where an upload goes on than the sandbox's does. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { FileSource } from '../../../../../nodes/shared/transport/files/fileSource';
import { ResumableUpload } from '../../../../../nodes/shared/transport/files/tus';
import { useHarness } from '../../../../support/harness';

const harness = useHarness();

const FILE = randomBytes(1_000);
const SOURCE: FileSource = {
	mediaType: 'application/octet-stream',
	size: FILE.length,
	identity: 'file',
	async *read(offset) {
		yield FILE.subarray(offset);
	},
};

it.each([
	['an address', (origin: string) => `${origin}/tus/files/1`, '/tus/files/1'],
	['a path', () => '/elsewhere/1', '/elsewhere/1'],
	['a path below its own', () => 'files/1', '/tus/files/1'],
	['a query', () => '?upload=1', '/tus/upload?upload=1'],
])('the upload goes on where its Location points to: %s', async (_, location, expected) => {
	const arrived: Buffer[] = [];
	let at: string | undefined;
	const server = createServer((req, res) => {
		if (req.method === 'POST')
			return void res.writeHead(201, { Location: location(`http://${req.headers.host}`) }).end();
		at = req.url;
		req.on('data', (chunk: Buffer) => arrived.push(chunk));
		req.on('end', () => res.writeHead(204, { 'Upload-Offset': FILE.length }).end());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tus/upload`;
	const upload = {
		endpoint,
		headers: { sastoken: 'token' },
		source: SOURCE,
		fileName: 'a.bin',
		chunkSize: 10_000,
		idleMs: 10_000,
	};

	const { verdict } = await harness.withClient(
		async (client) => await new ResumableUpload(client, upload).send(1),
	);

	server.close();
	expect({ verdict, at }).toEqual({ verdict: 'done', at: expected });
	expect(Buffer.concat(arrived).equals(FILE)).toBe(true);
});
