interface Timer {
	at: number;
	fire: () => void;
}

/** A timer never fires early, and a busy process fires it a little late. */
const LATEST_TIMER_MS = 2;

/**
 * Runs work on a clock that jumps from timer to timer, so that minutes pass in moments. Replaces
 * `setTimeout` and `performance.now` meanwhile.
 */
export async function inVirtualTime(
	seconds: number,
	random: () => number,
	work: () => void,
): Promise<void> {
	const { setTimeout: realTimeout } = globalThis;
	const realNow = performance.now;
	const timers: Timer[] = [];
	let now = 0;
	performance.now = () => now;
	globalThis.setTimeout = ((fire: () => void, ms = 0) => {
		timers.push({ at: now + Math.max(1, ms) + random() * LATEST_TIMER_MS, fire });
	}) as unknown as typeof setTimeout;
	try {
		work();
		await new Promise(setImmediate);
		while (now < seconds * 1000) {
			const next = timers.reduce((first, timer) => (timer.at < first.at ? timer : first));
			timers.splice(timers.indexOf(next), 1);
			now = next.at;
			next.fire();
			await new Promise(setImmediate);
		}
	} finally {
		globalThis.setTimeout = realTimeout;
		performance.now = realNow;
	}
}
