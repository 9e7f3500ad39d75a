/**
 * Processes a list in batches, in order, until `stop` returns true. Returns the results so far.
 */
export async function inBatches<Item, Result>(
	items: readonly Item[],
	size: number,
	stop: () => boolean,
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let at = 0; at < items.length && !stop(); at += size) {
		results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
	}
	return results;
}

/** Allows one batch even if the time is up, so that every poll makes progress. */
export function afterOneBatch(stop: () => boolean): () => boolean {
	let batches = 0;
	return () => batches++ > 0 && stop();
}
