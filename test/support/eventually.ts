const NS_PER_MS = 1_000_000n;

/** Waits until something has become true; fails after a while if it does not. */
export async function eventually(
	isTrue: () => Promise<boolean> | boolean,
	withinMs = 60_000,
): Promise<void> {
	// The one clock that simulated time leaves alone: a leap of hours must not end the wait.
	const deadline = process.hrtime.bigint() + BigInt(withinMs) * NS_PER_MS;
	while (!(await isTrue())) {
		if (process.hrtime.bigint() > deadline) throw new Error(`Still not true after ${withinMs} ms`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
