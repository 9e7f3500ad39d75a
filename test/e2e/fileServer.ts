import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const BLOCK = 1 << 20;

/** Serves a file of any size that exists nowhere: the same bytes each time, no two blocks alike. */
export class FileServer {
	private constructor(
		private readonly server: Server,
		private readonly url: string,
	) {}

	static async start(): Promise<FileServer> {
		const server = createServer((request, response) => {
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
			const blocks = Number(searchParams.get('mebibytes'));
			const isText = pathname === '/file.txt';
			response.writeHead(200, {
				'Content-Type': isText ? 'text/plain' : 'application/octet-stream',
				'Content-Length': blocks * BLOCK,
				'Content-Disposition': `attachment; filename="${pathname.slice(1)}"`,
			});
			pipeline(Readable.from(isText ? text(blocks) : content(blocks)), response).catch(() =>
				response.destroy(),
			);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return new FileServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	}

	binary(mebibytes: number): string {
		return `${this.url}/file.bin?mebibytes=${mebibytes}`;
	}

	/** Text that the sandbox's provider gives back about twice as long. */
	text(mebibytes: number): string {
		return `${this.url}/file.txt?mebibytes=${mebibytes}`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

function* content(blocks: number): Generator<Buffer> {
	for (let block = 0; block < blocks; block++) {
		const data = Buffer.alloc(BLOCK, block % 251);
		data.writeUInt32BE(block);
		yield data;
	}
}

function* text(blocks: number): Generator<Buffer> {
	for (let block = 0; block < blocks; block++) yield Buffer.alloc(BLOCK, 'Hello world. ');
}

export function expectedHash(mebibytes: number): string {
	const hash = createHash('sha256');
	for (const block of content(mebibytes)) hash.update(block);
	return hash.digest('hex');
}

export async function hashOf(stream: ReadableStream<Uint8Array>): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) hash.update(chunk);
	return hash.digest('hex');
}
