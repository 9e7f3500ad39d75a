import type { Job } from '../shared/service/resources';

/** A delivery as this process saw it first. */
export interface Sighting {
	/** By n8n's clock. */
	firstSeen: number;
	/** By the service's clock; undefined if it does not tell. */
	modified?: number;
	/** It is handed over again while it stays in review. */
	repeats: boolean;
}

/** A job whose requests were read. */
export interface KnownJob {
	look: string;
	/** How many of its requests were delivered. */
	count: number;
	readAt: number;
	/** By the hash of their key. */
	deliveries: ReadonlyMap<string, Sighting>;
}

/** A list of all jobs that ran out of time goes on where it stopped. */
export interface Sweep {
	/** Every job created after this time was listed. */
	createdBefore?: number;
	/** Jobs that were known when the sweep began and have not been listed so far. */
	unlisted: Set<string>;
}

/**
 * What this process knows of the jobs. It saves calls, and nothing else: a delivery that was not handed over is due,
 * whatever stands here, so a poll that fails, or whose items n8n discards, leaves nothing to repair.
 */
export interface Memory {
	settings: string;
	/** The newest date of a job that was listed. */
	changedUpTo?: number;
	/** When all jobs were listed, by n8n's clock and by the service's. */
	sweptAt?: [number, number];
	sweep?: Sweep;
	jobs: Map<string, KnownJob>;
	/** Jobs to be read, as they were listed. */
	unread: Map<string, Job | undefined>;
	/** Jobs on which the service failed. */
	failed: Map<string, { times: number; retryAt: number }>;
}

const memories = new Map<string, Memory>();

/** Other settings begin anew. */
export function recall(key: string, settings: string): Memory {
	const known = memories.get(key);
	if (known?.settings === settings) return known;
	const memory: Memory = { settings, jobs: new Map(), unread: new Map(), failed: new Map() };
	memories.set(key, memory);
	return memory;
}
