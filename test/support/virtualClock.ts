/**
 * Replaces nodes/shared/transport/pipeline/clock.ts where a test has to wait for minutes:
 *   jest.mock('../../nodes/shared/transport/pipeline/clock', () =>
 *     jest.requireActual('../support/virtualClock'));
 * A wait takes no time. It moves this clock and those that `onWait` moves, e.g. the sandbox's. A
 * wait beyond any time limit belongs to background work and lasts until that ends.
 */
const BESIDE_MS = 600_000;

let ahead = 0;
let passed: (ms: number) => Promise<void> = async () => {};

export const now = (): number => Date.now() + ahead;

export async function wait(ms: number, signal?: AbortSignal): Promise<boolean> {
	if (signal?.aborted) return false;
	if (ms > BESIDE_MS) {
		await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
		return false;
	}
	ahead += ms;
	await passed(ms);
	return !signal?.aborted;
}

export function onWait(listener: (ms: number) => Promise<void>): void {
	passed = listener;
}
