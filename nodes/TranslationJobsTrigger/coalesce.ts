import { BoundedMap } from '../shared/memory/boundedMap';
import { KeyedQueue } from '../shared/memory/keyedQueue';
import { now, wait } from '../shared/transport/pipeline/clock';

/** Callbacks of one job come in bursts, so a job is read at most once in this time. */
const SPACING_MS = 1_000;
const MAX_JOBS = 10_000;

const reads = new KeyedQueue();
const startedAt = new BoundedMap<number>({ maxEntries: MAX_JOBS, maxAgeMs: SPACING_MS });
const waiting = new Set<string>();

/**
 * Reads a job for a callback. During or shortly after another read, one callback waits. Its read
 * starts after all callbacks that arrive until then, so it covers them, and they return undefined.
 */
export async function coalesce<T>(key: string, read: () => Promise<T>): Promise<T | undefined> {
	if (waiting.has(key)) return undefined;
	waiting.add(key);
	return await reads.run(key, async () => {
		const last = startedAt.get(key, now());
		if (last !== undefined) await wait(Math.max(0, last + SPACING_MS - now()));
		waiting.delete(key);
		startedAt.set(key, now(), now());
		return await read();
	});
}
