import { giveWay, giveWayBy } from '../../l10n/giveWay';
import { now, turn } from './clock';

export { giveWay };

giveWayBy({ now, sleep: turn });

let lastTurn: Promise<void> = Promise.resolve();

/** For work that blocks some steps later: of all that wait for it, each has a turn of its own. */
export async function ownTurn(): Promise<void> {
	const own = lastTurn;
	lastTurn = own.then(turn);
	await own;
}

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
			const pause = giveWay();
			if (pause) {
				await pause;
				continue;
			}
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

export class Cancelled extends Error {
	override readonly name = 'Cancelled';

	constructor() {
		super('The execution was cancelled');
	}
}

/** Waits for shared work until this execution is cancelled. The work goes on for the others. */
export async function unlessCancelled<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T> {
	if (!signal) return await work;
	let onAbort = () => {};
	const cancelled = new Promise<never>((_, reject) => {
		onAbort = () => reject(new Cancelled());
		if (signal.aborted) onAbort();
		signal.addEventListener('abort', onAbort, { once: true });
	});
	try {
		return await Promise.race([work, cancelled]);
	} finally {
		signal.removeEventListener('abort', onAbort);
		work.catch(() => {});
	}
}
