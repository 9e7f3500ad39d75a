import { createServer } from 'node:net';

/** Below the ports that systems give to connections and to servers without a wish: one of these stays free until it is used. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

const given = new Set<number>();

/** Different ports of the loopback interface that are free, and that this process was not given before. */
export async function freePorts(count: number): Promise<number[]> {
	const ports: number[] = [];
	while (ports.length < count) {
		const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
		if (given.has(port)) continue;
		given.add(port);
		if (await isFree(port)) ports.push(port);
		else if (given.size === HIGHEST - LOWEST) throw new Error(`No port from ${LOWEST} to ${HIGHEST} is free.`);
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
