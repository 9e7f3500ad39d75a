const lines = new Map<string, Promise<unknown>>();

/** One after the other for each key: n8n may start a poll while the one before it is still under way. */
export async function withKeyedLock<T>(key: string, work: () => Promise<T>): Promise<T> {
	const before = lines.get(key) ?? Promise.resolve();
	const turn = before.then(work, work);
	const settled = turn.then(
		() => undefined,
		() => undefined,
	);
	lines.set(key, settled);
	try {
		return await turn;
	} finally {
		if (lines.get(key) === settled) lines.delete(key);
	}
}
