/**
 * Works through a list, several entries at once and in the order of the list. Nothing new is begun
 * once `goOn` says no; what is under way is finished. `work` handles its own failures: one that is
 * thrown ends the whole, and nothing new is begun after it either.
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
		await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, entries.length)) }, worker));
	} finally {
		next = entries.length;
	}
}
