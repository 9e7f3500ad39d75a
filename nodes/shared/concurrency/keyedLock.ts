const queues = new Map<string, Promise<unknown>>();

/** One at a time per key: n8n may start a poll while the previous one is still running. */
export async function withKeyedLock<T>(key: string, work: () => Promise<T>): Promise<T> {
	const before = queues.get(key) ?? Promise.resolve();
	const turn = before.then(work, work);
	const settled = turn.then(
		() => undefined,
		() => undefined,
	);
	queues.set(key, settled);
	try {
		return await turn;
	} finally {
		if (queues.get(key) === settled) queues.delete(key);
	}
}
