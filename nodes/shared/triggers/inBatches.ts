/** Works through a list a few at a time, in order, until told to stop. Returns what was done. */
export async function inBatches<Item, Result>(items: readonly Item[], size: number, stop: () => boolean, work: (item: Item) => Promise<Result>): Promise<Result[]> {
	const results: Result[] = [];
	for (let at = 0; at < items.length && !stop(); at += size) {
		results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
	}
	return results;
}
