/**
 * To find the effect of a call with a lost response, its result must be told from older ones. So
 * identical calls of one process run one after another and remember what they created.
 */

import { BoundedMap, KeyedQueue } from '../core/caches';
import { Cancelled, unlessCancelled } from '../core/concurrency';
import { serverMs } from '../rules/dates';
import { hasLabels, readLabels } from '../rules/labels';

const MAX_IDS = 250;
const MAX_CALLS = 500;

const calls = new KeyedQueue();
const madeIds = new BoundedMap<readonly string[]>({ maxEntries: MAX_CALLS });

/** Runs identical work one at a time. `made` holds the ids that earlier runs created. */
export async function rememberingIds<T>(
	key: string,
	signal: AbortSignal | undefined,
	work: (made: readonly string[]) => Promise<T>,
	idsOf: (result: T) => string[],
): Promise<T> {
	const turn = calls.run(key, async () => {
		if (signal?.aborted) throw new Cancelled();
		const made = madeIds.set(key, madeIds.get(key) ?? []);
		const result = await work(made);
		madeIds.set(key, [...made, ...idsOf(result)].slice(-MAX_IDS));
		return result;
	});
	return await unlessCancelled(turn, signal);
}

/** Labels may come back in another form. */
export function matchesSent(sent: Record<string, unknown>, read: Record<string, unknown>): boolean {
	return Object.entries(sent).every(([name, value]) => {
		if (value === undefined) return true;
		return name === 'labels'
			? hasLabels(read.labels, readLabels(value))
			: sameValue(value, read[name]);
	});
}

/** For lists, which may leave fields out. */
export function mayMatchSent(
	sent: Record<string, unknown>,
	read: Record<string, unknown>,
): boolean {
	return matchesSent(
		Object.fromEntries(Object.entries(sent).filter(([name]) => read[name] !== undefined)),
		read,
	);
}

function sameValue(sent: unknown, read: unknown): boolean {
	if (typeof sent === 'string' && typeof read === 'string') {
		return sent === read || (isTime(sent) && serverMs(sent) === serverMs(read));
	}
	return JSON.stringify(sorted(sent)) === JSON.stringify(sorted(read));
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && serverMs(text) !== undefined;

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (value !== null && typeof value === 'object') {
		return Object.fromEntries(
			Object.entries(value)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([key, entry]) => [key, sorted(entry)]),
		);
	}
	return value;
}
