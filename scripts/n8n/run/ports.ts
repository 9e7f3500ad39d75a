import { createServer } from 'node:net';

/** Below the ephemeral ports, so that a free one stays free until it is used. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

const used = new Set<number>();

/** Returns free ports of the loopback interface, each only once per process. */
export async function freePorts(count: number): Promise<number[]> {
	const ports: number[] = [];
	while (ports.length < count) {
		const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
		if (used.has(port)) continue;
		used.add(port);
		if (await isFree(port)) ports.push(port);
		else if (used.size === HIGHEST - LOWEST)
			throw new Error(`No port from ${LOWEST} to ${HIGHEST} is free.`);
	}
	return ports;
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
