/** Of all threads of this process. Hardly depends on other work on the machine. */
export function processorClock(): () => number {
	const started = process.cpuUsage();
	return () => {
		const { user, system } = process.cpuUsage(started);
		return (user + system) / 1e6;
	};
}

export async function processorSecondsOf(work: () => unknown): Promise<number> {
	const seconds = processorClock();
	await work();
	return seconds();
}

/** Other work on the machine can only make it slower. */
export async function bestOf(rounds: number, measure: () => Promise<number>): Promise<number> {
	let best = Infinity;
	for (let round = 0; round < rounds; round++) best = Math.min(best, await measure());
	return best;
}

const SAMPLE_MS = 20;

/** Returns a function that ends the watch and returns the highest value. */
export function watchPeak(read: () => number): () => number {
	let peak = read();
	const look = () => (peak = Math.max(peak, read()));
	const timer = setInterval(look, SAMPLE_MS);
	return () => {
		clearInterval(timer);
		return look();
	};
}

export const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** Whole numbers stay as they are. */
export const short = (value: number): number =>
	Number.isInteger(value) ? value : Number(value.toPrecision(4));

export function median(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
