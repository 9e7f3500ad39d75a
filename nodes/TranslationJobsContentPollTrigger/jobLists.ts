import { formatSeconds } from '../shared/rules/isoTime';
import { LIMITS } from '../shared/rules/limits';
import { serverMs } from '../shared/rules/serverTime';
import { getJob, listJobs, type JobQuery } from '../shared/service/jobs';
import type { Job } from '../shared/service/resources';
import { NEWEST_CREATED, NEWEST_MODIFIED } from '../shared/service/wire';
import type { Client } from '../shared/transport/client';
import { isGone, passOn } from '../shared/transport/errors';

/** The filter by which a list is gone on with knows whole seconds. */
const SAME_SECOND_MS = 2_000;

const listActiveJobs = (client: Client, query: JobQuery) => listJobs(client, { ...query, aggregate: true });

export const newestChangedJobs = (client: Client) => listActiveJobs(client, { orderBy: NEWEST_MODIFIED });

/** Undefined if there is no such job any more. */
export async function readJob(client: Client, jobId: string): Promise<Job | undefined> {
	return await unlessGone(client, async () => await getJob(client, jobId, { aggregate: true }));
}

export async function unlessGone<T>(client: Client, read: () => Promise<T>): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (isGone(error)) return undefined;
		throw passOn(client.context.getNode(), error);
	}
}

/**
 * Lists all jobs, or those created before a time, in an order that does not change meanwhile. When it has to stop, it
 * tells where to go on; only a list in the order of creation can be gone on with.
 */
export async function listAllJobs(
	client: Client,
	createdBefore: number | undefined,
	see: (job: Job) => void,
	hasToStop: () => boolean,
): Promise<number | undefined> {
	const from = createdBefore ?? Infinity;
	const nextSecond = createdBefore === undefined ? undefined : formatSeconds(Math.ceil(createdBefore / 1000) + 1);
	let count = 0;
	let last = from;
	let isInOrder = true;
	for await (const job of listActiveJobs(client, { orderBy: NEWEST_CREATED, filter: { createdBefore: nextSecond } })) {
		see(job);
		count += 1;
		const created = serverMs(job.createdDate);
		isInOrder &&= created !== undefined && created <= last + SAME_SECOND_MS;
		last = Math.min(last, created ?? last);
		if (isInOrder && last < from - SAME_SECOND_MS && count % LIMITS.pageSize === 0 && hasToStop()) return last;
	}
	return undefined;
}
