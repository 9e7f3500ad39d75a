/** Limits how much work runs at the same time, whoever starts it. The rest waits in order. */
export class Semaphore {
	private readonly waiting: Array<() => void> = [];
	private taken = 0;

	constructor(private readonly count: number) {}

	async run<Result>(work: () => Promise<Result>): Promise<Result> {
		if (this.taken >= this.count) await new Promise<void>((resolve) => this.waiting.push(resolve));
		else this.taken += 1;
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.taken -= 1;
		}
	}
}
