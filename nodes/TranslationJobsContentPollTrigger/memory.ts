import type { Job } from '../api/resources';
import { BoundedMap } from '../core/caches';
import type { Client } from '../http/client';
import type { PollBudget } from '../triggers/poll';
import { type HandOverMemory, newEarlier } from './handOverMemory';
import type { Settings } from './settings';

/** A delivery as this process first saw it. */
export interface Sighting {
	requestId: string;
	/** By n8n's clock. */
	firstSeen: number;
	/** By the service's clock; undefined if unknown. */
	modified?: number;
	/** Handed over again while it stays in review. */
	repeats: boolean;
}

export interface KnownJob {
	fingerprint: string;
	count: number;
	readAt: number;
	/** By the hash of the delivery key. */
	deliveries: ReadonlyMap<string, Sighting>;
}

/** A sweep that ran out of time continues where it stopped. */
export interface Sweep {
	/** All jobs created after this time are listed. */
	createdBefore?: number;
	/** Jobs that were known when the sweep began and are not listed yet. */
	unlisted: Set<string>;
	/** Listed jobs whose counts show nothing new. */
	quiet: Set<string>;
}

/**
 * What this process knows about the jobs. It only saves calls: a delivery that was not handed over
 * is due in any case. So a poll that fails, or whose items n8n discards, needs no repair.
 */
export interface Memory {
	settings: string;
	/** The newest date of a listed job. */
	changedUpTo?: number;
	/** When the last sweep ended, by n8n's clock and by the service's. */
	sweptAt?: [number, number];
	sweep?: Sweep;
	/** The part of a daily read that the last sweep left over. */
	dailyCredit: number;
	jobs: Map<string, KnownJob>;
	/** Jobs to read, as they were listed. */
	unread: Map<string, Job | undefined>;
	/** Jobs on which the service failed. */
	failed: Map<string, { times: number; pauseMs: number; retryAt: number }>;
	/** Requests that were delivered before. */
	earlier: ReturnType<typeof newEarlier>;
	/** When the last polls began. */
	polls: number[];
	/** Due again and not handed over yet: how many polls each has waited, by the hash of its key. */
	waited: Map<string, number>;
	/** New deliveries took the last poll. */
	isTurnOfRepeated: boolean;
}

/** What all parts of a poll work with. */
export interface Poll {
	client: Client;
	settings: Settings;
	budget: PollBudget;
	memory: Memory;
	handedOver: HandOverMemory;
}

/** The job is gone or not in progress. */
export function dropJob({ memory, handedOver }: Poll, jobId: string) {
	const { jobs, unread, failed } = memory;
	for (const hash of jobs.get(jobId)?.deliveries.keys() ?? []) handedOver.shelve(hash);
	for (const map of [jobs, unread, failed]) map.delete(jobId);
}

const MAX_NODES = 10_000;

const memories = new BoundedMap<Memory>({ maxEntries: MAX_NODES });

/** Other settings start from scratch. */
export function recall(key: string, settings: string): Memory {
	const known = memories.get(key);
	const isUsable = known?.settings === settings;
	return memories.set(key, isUsable ? known : newMemory(settings));
}

const newMemory = (settings: string): Memory => ({
	settings,
	dailyCredit: 0,
	jobs: new Map(),
	unread: new Map(),
	failed: new Map(),
	earlier: newEarlier(),
	polls: [],
	waited: new Map(),
	isTurnOfRepeated: false,
});
