import { now, wait } from '../shared/transport/pipeline/clock';

/** Callbacks of one job come in bursts, so a job is read at most once in this time. */
const SPACING_MS = 1_000;
const CLEAN_UP_ABOVE = 1_000;

interface JobRead {
	running: Promise<unknown>;
	isRunning: boolean;
	hasNext: boolean;
	startedAt: number;
}

const lastReads = new Map<string, JobRead>();

const isOver = ({ isRunning, hasNext, startedAt }: JobRead) =>
	!isRunning && !hasNext && now() - startedAt >= SPACING_MS;

/**
 * Reads a job for a callback. During or shortly after another read, one callback waits. Its read
 * starts after all callbacks that arrive until then, so it covers them, and they return undefined.
 */
export async function coalesce<T>(key: string, read: () => Promise<T>): Promise<T | undefined> {
	const last = lastReads.get(key);
	if (last?.hasNext) return undefined;
	if (last && !isOver(last)) {
		last.hasNext = true;
		await last.running;
		await wait(Math.max(0, last.startedAt + SPACING_MS - now()));
	}
	if (lastReads.size > CLEAN_UP_ABOVE)
		for (const [each, known] of lastReads) if (isOver(known)) lastReads.delete(each);

	const reading = read();
	const own: JobRead = {
		running: reading.catch(() => undefined),
		isRunning: true,
		hasNext: false,
		startedAt: now(),
	};
	lastReads.set(key, own);
	try {
		return await reading;
	} finally {
		own.isRunning = false;
	}
}
