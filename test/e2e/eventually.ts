import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/** Asks until there is an answer. */
export async function eventually<T>(
	ask: () => Promise<T | undefined>,
	timeoutMs = 300_000,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Nothing came within ${timeoutMs / 1000} s`);
		await sleep(POLL_MS);
	}
}
