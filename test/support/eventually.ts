/** The one clock that simulated time leaves alone: a leap of hours must not end a wait. */
const realMs = () => Number(process.hrtime.bigint() / 1_000_000n);

/** Waits until something has become true; fails after a while if it does not. */
export async function eventually(
	isTrue: () => Promise<boolean> | boolean,
	withinMs = 60_000,
): Promise<void> {
	const deadline = realMs() + withinMs;
	while (!(await isTrue())) {
		if (realMs() > deadline) throw new Error(`Still not true after ${withinMs} ms`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
