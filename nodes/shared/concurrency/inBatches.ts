/** Works through a list a few at a time, in order, until told to stop. Returns what was done. */
export async function inBatches<Item, Result>(items: readonly Item[], size: number, stop: () => boolean, work: (item: Item) => Promise<Result>): Promise<Result[]> {
	const results: Result[] = [];
	for (let at = 0; at < items.length && !stop(); at += size) {
		results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
	}
	return results;
}

/** However little time there is, one batch is worked on, so that polls come to an end. */
export function afterOneBatch(stop: () => boolean): () => boolean {
	let batches = 0;
	return () => batches++ > 0 && stop();
}
