import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nProcess } from '../../scripts/n8n/run/process';

const SAMPLE_MS = 200;

/**
 * Does `work` so many times and returns the last result with the growth of n8n's memory in each
 * run, in bytes.
 */
export async function growthOfRuns<T>(
	n8n: N8nProcess,
	runs: number,
	work: () => Promise<T>,
): Promise<{ result: T; growths: number[] }> {
	const growths: number[] = [];
	for (;;) {
		const { result, growth } = await watchMemory(n8n, work);
		growths.push(growth);
		if (growths.length === runs) return { result, growths };
	}
}

/**
 * Runs `work` and returns its result with how much n8n's memory grew at most while it ran, in
 * bytes.
 */
async function watchMemory<T>(
	n8n: N8nProcess,
	work: () => Promise<T>,
): Promise<{ result: T; growth: number }> {
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
