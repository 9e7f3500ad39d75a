/** A server that answers at once and never ends: a byte comes too often for an idle limit to strike. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAUSE_MS = 50;

export async function startDripping(contentType = 'application/json', byte = ' '): Promise<{ url: string; close(): void }> {
	const server = createServer((_req, res) => {
		res.writeHead(200, { 'Content-Type': contentType });
		const drip = setInterval(() => res.write(byte), PAUSE_MS);
		res.on('close', () => clearInterval(drip));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
