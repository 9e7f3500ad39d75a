import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A content system that is down for the first posts of each translation. */
export class ContentSystem {
	/** The translations it has taken, in its order. */
	readonly stored: string[] = [];
	readonly posts: string[] = [];

	private constructor(private readonly server: Server) {}

	static async start(failures: number): Promise<ContentSystem> {
		const system = new ContentSystem(
			createServer((request, response) => {
				const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('id') ?? '';
				system.posts.push(id);
				const isDown = system.posts.filter((post) => post === id).length <= failures;
				if (!isDown) system.stored.push(id);
				request.resume();
				response
					.writeHead(isDown ? 500 : 200, { 'Content-Type': 'application/json' })
					.end('{"ok":true}');
			}),
		);
		await new Promise<void>((resolve) => system.server.listen(0, '127.0.0.1', resolve));
		return system;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/pages`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
