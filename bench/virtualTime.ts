interface Timer {
	at: number;
	fire: () => void;
}

/**
 * Runs work on a clock that jumps from timer to timer, so that minutes pass in moments. Replaces
 * `setTimeout`, `performance.now` and `Math.random` meanwhile. A timer never fires early, and fires
 * late by what `lateMs` returns.
 */
export async function inVirtualTime(
	seconds: number,
	random: () => number,
	lateMs: () => number,
	work: () => void,
): Promise<void> {
	const { setTimeout: realTimeout } = globalThis;
	const realNow = performance.now;
	const realRandom = Math.random;
	const timers: Timer[] = [];
	let now = 0;
	performance.now = () => now;
	Math.random = random;
	globalThis.setTimeout = ((fire: () => void, ms = 0) => {
		timers.push({ at: now + Math.max(1, ms) + lateMs(), fire });
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
		Math.random = realRandom;
	}
}
