/** A file host that says in another way where an upload goes on than the sandbox's does. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FileSource } from '../../../../nodes/http/transfers/fileSource';
import { ResumableUpload } from '../../../../nodes/http/transfers/tus';
import { useHarness } from '../../../support/harness';

const harness = useHarness();

const FILE = randomBytes(1_000);
const SOURCE: FileSource = {
	mediaType: 'application/octet-stream',
	size: FILE.length,
	identity: 'file',
	ownsChunks: true,
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

describe('the memory of an upload', () => {
	const KIB = 1024;
	const LARGE = randomBytes(900 * KIB);

	/** Reads slowly, and breaks the connection in the middle of the second portion. */
	async function slowHost(): Promise<{ endpoint: string; arrived: Buffer[]; close(): void }> {
		const arrived: Buffer[] = [];
		let isBroken = false;
		const received = () => arrived.reduce((sum, chunk) => sum + chunk.length, 0);
		const answer = async (req: IncomingMessage, res: ServerResponse) => {
			if (req.method === 'POST') return void res.writeHead(201, { Location: '/upload' }).end();
			if (req.method === 'HEAD')
				return void res
					.writeHead(200, { 'Upload-Offset': received(), 'Upload-Length': LARGE.length })
					.end();
			for await (const chunk of req as AsyncIterable<Buffer>) {
				arrived.push(chunk);
				await sleep(2);
				if (isBroken || received() < 400 * KIB) continue;
				isBroken = true;
				return void req.destroy();
			}
			res.writeHead(204, { 'Upload-Offset': received() }).end();
		};
		const server = createServer((req, res) => void answer(req, res));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		return { endpoint: `http://127.0.0.1:${port}/tus`, arrived, close: () => server.close() };
	}

	const ownChunks: FileSource = {
		mediaType: 'application/octet-stream',
		size: LARGE.length,
		identity: 'large',
		ownsChunks: true,
		async *read(offset) {
			for (let at = offset; at < LARGE.length; at += 64 * KIB)
				yield Buffer.from(LARGE.subarray(at, at + 64 * KIB));
		},
	};
	const shared = new Map<number, Buffer>();
	const sharedChunks: FileSource = {
		...ownChunks,
		ownsChunks: false,
		async *read(offset) {
			for (let at = offset; at < LARGE.length; at += 64 * KIB) {
				const chunk = shared.get(at) ?? Buffer.from(LARGE.subarray(at, at + 64 * KIB));
				shared.set(at, chunk);
				yield chunk;
			}
		},
	};

	it.each([
		['its own', ownChunks],
		["the store's", sharedChunks],
	])('each byte arrives once at a slow host that breaks off: %s chunks', async (_, source) => {
		const host = await slowHost();
		const upload = {
			endpoint: host.endpoint,
			headers: {},
			source,
			fileName: 'a.bin',
			chunkSize: 256 * KIB,
			idleMs: 10_000,
		};

		const verdicts = await harness.withClient(async (client) => {
			const file = new ResumableUpload(client, upload);
			return [(await file.send(1)).verdict, (await file.send(2)).verdict];
		});

		host.close();
		expect(verdicts[1]).toBe('done');
		expect(verdicts[0]).not.toBe('done');
		expect(Buffer.concat(host.arrived).equals(LARGE)).toBe(true);
	});

	it('chunks that belong to the store stay as they are', () => {
		const kept = Buffer.concat([...shared].sort(([a], [b]) => a - b).map(([, chunk]) => chunk));
		expect(kept.length).toBeGreaterThan(0);
		expect([...shared.values()].every((chunk) => chunk.length > 0)).toBe(true);
	});
});
