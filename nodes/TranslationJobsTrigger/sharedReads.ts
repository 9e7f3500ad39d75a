import { BoundedMap, KeyedQueue } from '../core/caches';
import { now, wait } from '../core/clock';

/** Callbacks of one job come in bursts, so the same is read at most once in this time. */
const SPACING_MS = 1_000;
/** For the spacing, and for a callback that comes before its read has begun. */
const KEPT_MS = 10_000;
const MAX_KEPT = 100;

let moments = 0;
/** Tells what came first, callback or read. A clock is not fine enough. */
export const nextMoment = (): number => (moments += 1);

interface Read {
	begunAt: number;
	/** By the clock. */
	time: number;
	ids: ReadonlySet<string>;
	result: Promise<unknown>;
}

const queue = new KeyedQueue();
const begun = new BoundedMap<Read>({ maxEntries: MAX_KEPT, maxAgeMs: KEPT_MS });
/** Reads that have not begun. */
const waiting = new Map<string, { ids: Set<string>; result: Promise<unknown> }>();

/**
 * Reads something for a callback that arrived at `since`. A read that began after that serves it,
 * whichever workflow began it. During or shortly after an earlier read, callbacks wait for the next
 * one together. It reads the ids of them all.
 */
export async function readTogether<T>(
	key: string,
	since: number,
	read: (ids: string[]) => Promise<T>,
	ids: readonly string[] = [],
): Promise<T> {
	const last = begun.get(key, now());
	if (last && last.begunAt > since && ids.every((id) => last.ids.has(id)))
		return (await last.result) as T;
	const joined = waiting.get(key);
	if (joined) {
		for (const id of ids) joined.ids.add(id);
		return (await joined.result) as T;
	}
	const all = new Set(ids);
	const result = queue.run(key, async () => {
		const before = begun.get(key, now());
		if (before) await wait(Math.max(0, before.time + SPACING_MS - now()));
		waiting.delete(key);
		return await begin(key, all, read);
	});
	waiting.set(key, { ids: all, result });
	return await result;
}

async function begin<T>(
	key: string,
	ids: ReadonlySet<string>,
	read: (ids: string[]) => Promise<T>,
): Promise<T> {
	const begunAt = nextMoment();
	const result = read([...ids]);
	const own = begun.set(key, { begunAt, time: now(), ids, result }, now());
	result.catch(() => {
		if (begun.get(key, now()) === own) begun.delete(key);
	});
	return await result;
}
