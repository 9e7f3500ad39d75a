/** Waits until something has become true; fails after a while if it does not. */
export async function eventually(
	isTrue: () => Promise<boolean> | boolean,
	withinMs = 60_000,
): Promise<void> {
	const deadline = Date.now() + withinMs;
	while (!(await isTrue())) {
		if (Date.now() > deadline) throw new Error(`Still not true after ${withinMs} ms`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
