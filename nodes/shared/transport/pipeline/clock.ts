import { sleep } from 'n8n-workflow';

/** The time of this machine. Every deadline of the transport is measured by it, so that tests can replace it together with `wait`. */
export const now = (): number => Date.now();

/** Long waits are slept in slices, so that a cancelled execution leaves no long timer behind. */
const SLICE_MS = 1_000;

/** Waits, and stops waiting at once when the execution is cancelled. Resolves to false in that case. */
export async function wait(ms: number, signal?: AbortSignal): Promise<boolean> {
	if (!signal) {
		await sleep(ms);
		return true;
	}
	let onAbort = () => {};
	const aborted = new Promise<void>((resolve) => {
		onAbort = () => resolve();
		signal.addEventListener('abort', onAbort, { once: true });
	});
	for (let left = ms; left > 0 && !signal.aborted; left -= SLICE_MS) {
		await Promise.race([sleep(Math.min(left, SLICE_MS)), aborted]);
	}
	signal.removeEventListener('abort', onAbort);
	return !signal.aborted;
}
