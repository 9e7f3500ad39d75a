import { sleep } from 'n8n-workflow';

/** Everything that waits uses this clock, so that tests can replace it. */
export const now = (): number => Date.now();

/** Ends after everything else that waits had its turn. */
export const turn = async (): Promise<void> => await sleep(0);

/** Slices leave no long timer behind when an execution is cancelled. */
const SLICE_MS = 1_000;

/** Waits. Returns false at once if the execution is cancelled. */
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
