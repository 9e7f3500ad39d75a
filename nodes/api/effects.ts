/**
 * To find the effect of a call with a lost response, its result must be told from older ones. So
 * identical calls of one process run one after another and remember what they created.
 */
import { canonicalJson } from '../../l10n/json';
import { BoundedMap, KeyedQueue } from '../core/caches';
import { now, wait } from '../core/clock';
import { Cancelled, unlessCancelled } from '../core/concurrency';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { withAdvice } from '../http/errors';
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
	return canonicalJson(sent) === canonicalJson(read);
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && serverMs(text) !== undefined;

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;

/** Polls ever more slowly until `read` returns something or the time is over. */
export async function pollUntil<T>(
	client: Client,
	{ read, limitMs, what }: { read: () => Promise<T | undefined>; limitMs: number; what: string },
): Promise<T> {
	const deadline = now() + limitMs;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 1.5)) {
		const value = await read().catch((error: unknown) => {
			throw withAdvice(
				error,
				`${what} has begun and continues; only its progress could not be read.`,
			);
		});
		if (value !== undefined) return value;
		const left = deadline - now();
		if (left <= 0 || !(await wait(Math.min(pause, left), client.cancelSignal))) {
			throw new OperationFailed(
				`${what} was not finished within ${inSeconds(limitMs)}`,
				'The service is still working on it. Read the job again later, or raise the time limit in the options.',
			);
		}
	}
}

function inSeconds(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds.toLocaleString('en-US')} seconds`;
}
