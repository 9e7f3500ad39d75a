/** Lets concurrent work wait for its turn. */
export class InOrder {
	private last: Promise<void> = Promise.resolve();

	/** @param work - Its turn comes when all work that began before has ended. */
	async run<T>(work: (turn: Promise<void>) => Promise<T>): Promise<T> {
		const turn = this.last;
		const result = work(turn);
		const ended = result.then(
			() => undefined,
			() => undefined,
		);
		this.last = turn.then(async () => await ended);
		return await result;
	}
}
