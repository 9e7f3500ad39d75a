import { BoundedMap, KeyedQueue } from '../core/caches';
import { now, wait } from '../core/clock';

/** Callbacks of one job come in bursts, so a job is read at most once in this time. */
const SPACING_MS = 1_000;
const MAX_JOBS = 10_000;

const reads = new KeyedQueue();
const startedAt = new BoundedMap<number>({ maxEntries: MAX_JOBS, maxAgeMs: SPACING_MS });
/** Reads that have not begun. */
const waiting = new Map<string, Promise<unknown>>();

/**
 * Reads something of a job for a callback. During or shortly after another read, callbacks wait for
 * the next one together: it begins after all of them, so it covers them.
 */
export async function readTogether<T>(key: string, read: () => Promise<T>): Promise<T> {
	const joined = waiting.get(key) as Promise<T> | undefined;
	if (joined) return await joined;
	const next = reads.run(key, async () => {
		const last = startedAt.get(key, now());
		if (last !== undefined) await wait(Math.max(0, last + SPACING_MS - now()));
		waiting.delete(key);
		startedAt.set(key, now(), now());
		return await read();
	});
	waiting.set(key, next);
	return await next;
}

/** The same, but only the callback that began to wait gets the result. */
export async function coalesce<T>(key: string, read: () => Promise<T>): Promise<T | undefined> {
	return waiting.has(key) ? undefined : await readTogether(key, read);
}
