/**
 * Runs `work` for several entries at a time, in list order. When `goOn` returns false, nothing new
 * starts and running work finishes. `work` should handle its own failures: if it throws, the call
 * rejects and nothing new starts.
 */
export async function forEachConcurrent<Entry>(
	entries: readonly Entry[],
	concurrency: number,
	work: (entry: Entry, index: number) => Promise<void>,
	goOn: () => boolean = () => true,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < entries.length && goOn()) {
			const index = next++;
			await work(entries[index]!, index);
		}
	};
	try {
		await Promise.all(
			Array.from({ length: Math.max(1, Math.min(concurrency, entries.length)) }, worker),
		);
	} finally {
		next = entries.length;
	}
}
