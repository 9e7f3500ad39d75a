/** Runs work with the same key one after another, in order. A failure does not stop the next. */
export class KeyedQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.last.get(key) ?? Promise.resolve();
		const turn = before.then(work);
		const settled = turn.catch(() => {});
		this.last.set(key, settled);
		try {
			return await turn;
		} finally {
			if (this.last.get(key) === settled) this.last.delete(key);
		}
	}
}
