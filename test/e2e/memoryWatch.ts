import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nProcess } from '../../scripts/n8n/process';

const SAMPLE_MS = 200;

/** Runs `work` and returns its result with how much n8n's memory grew at most while it ran, in bytes. */
export async function watchMemory<T>(n8n: N8nProcess, work: () => Promise<T>): Promise<{ result: T; growth: number }> {
	const before = await n8n.memory();
	let peak = before;
	let running = true;
	const watch = (async () => {
		while (running) {
			peak = Math.max(peak, await n8n.memory());
			await sleep(SAMPLE_MS);
		}
	})();
	try {
		const result = await work();
		return { result, growth: peak - before };
	} finally {
		running = false;
		await watch;
	}
}
