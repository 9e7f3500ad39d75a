import type { Job } from '../api/resources';
import { BoundedMap } from '../core/caches';
import type { Client } from '../http/client';
import { isReached } from '../rules/dates';
import type { HandOvers } from '../triggers/handOvers';
import type { PollBudget } from '../triggers/poll';
import type { Settings } from './settings';

export const DAY_MS = 24 * 60 * 60_000;

/** A delivery as this process saw it. */
export interface Sighting {
	requestId: string;
	/** Undefined if unknown. */
	modified?: number;
	/** Handed over again while it stays in review. */
	repeats: boolean;
}

export interface KnownJob {
	count: number;
	/** By the hash of the delivery key. */
	deliveries: ReadonlyMap<string, Sighting>;
}

/** A sweep that ran out of time continues where it stopped. */
export interface Sweep {
	/** All jobs created after this time are listed. */
	createdBefore?: number;
	/** Jobs that were known when the sweep began and are not listed yet. */
	unlisted: Set<string>;
	/** It reads each job, whatever its counts say. */
	isDaily: boolean;
}

/**
 * What this process knows about the jobs. It only saves calls: a delivery that was not handed over
 * is due in any case. So a poll that fails, or whose items n8n discards, needs no repair.
 */
export interface Memory {
	settings: string;
	/** When the last sweep ended. */
	sweptAt?: number;
	/** When each job was read last, whatever its counts said. */
	readAllAt?: number;
	sweep?: Sweep;
	/** Each job as it was listed last: see jobFingerprint. */
	listed: Map<string, string>;
	jobs: Map<string, KnownJob>;
	/** Jobs to read, as they were listed. */
	unread: Map<string, Job | undefined>;
	/** Jobs on which the service failed. */
	failed: Map<string, { times: number; pauseMs: number; retryAt: number }>;
	/** Deliveries that have left the review, by request: how many, and the hash of the last one. */
	earlier: BoundedMap<{ count: number; last: string }>;
	/** New deliveries took the last poll. */
	isTurnOfRepeated: boolean;
}

/** What all parts of a poll work with. */
export interface Poll {
	client: Client;
	settings: Settings;
	budget: PollBudget;
	memory: Memory;
	handOvers: HandOvers;
}

/** The job is gone or not in progress. */
export function dropJob({ memory, handOvers }: Poll, jobId: string) {
	const { jobs, unread, failed } = memory;
	for (const hash of jobs.get(jobId)?.deliveries.keys() ?? []) handOvers.shelve(hash);
	for (const map of [jobs, unread, failed]) map.delete(jobId);
}

const MAX_NODES = 10_000;
const MAX_REQUESTS = 50_000;

const memories = new BoundedMap<Memory>({ maxEntries: MAX_NODES });

/** Other settings start from scratch. */
export function recall(key: string, settings: string): Memory {
	const known = memories.get(key);
	const isUsable = known?.settings === settings;
	return memories.set(key, isUsable ? known : newMemory(settings));
}

const newMemory = (settings: string): Memory => ({
	settings,
	listed: new Map(),
	jobs: new Map(),
	unread: new Map(),
	failed: new Map(),
	earlier: new BoundedMap({ maxEntries: MAX_REQUESTS }),
	isTurnOfRepeated: false,
});

export const isReadAllDue = ({ readAllAt = -Infinity }: Memory): boolean =>
	isReached(readAllAt + DAY_MS, Date.now(), DAY_MS);

/** How often a request was delivered, with this delivery, as far as the process knows. */
export function deliveriesOf({ earlier }: Memory, requestId: string, hash: string): number {
	const { count = 0, last } = earlier.get(requestId) ?? {};
	return last === hash ? count : count + 1;
}

/** Approved or rejected: in review again, the request has another delivery. */
export function noteLeft(memory: Memory, requestId: string, hash: string) {
	memory.earlier.set(requestId, { count: deliveriesOf(memory, requestId, hash), last: hash });
}
