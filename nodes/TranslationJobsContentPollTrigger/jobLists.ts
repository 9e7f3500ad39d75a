import { formatSeconds } from '../shared/rules/time/isoTime';
import { LIMITS } from '../shared/rules/limits';
import { serverMs } from '../shared/rules/time/serverTime';
import { isRefused } from '../shared/service/guesses';
import { getJob, listJobs, listJobsByPage } from '../shared/service/jobs/jobs';
import type { Job } from '../shared/service/resources';
import { NEWEST_CREATED, NEWEST_MODIFIED } from '../shared/service/wire';
import type { Client } from '../shared/transport/client';
import { unlessGone } from '../shared/transport/pipeline/errors';

/** The filter by which a list is gone on with knows whole seconds. */
const SAME_SECOND_MS = 2_000;

/** A page at a time, and whether all so far came in the order that was asked for. */
export async function* newestChangedJobs(client: Client): AsyncGenerator<{ jobs: Job[]; isInOrder: boolean }> {
	let last = Infinity;
	let isInOrder = true;
	for await (const jobs of listJobsByPage(client, { orderBy: NEWEST_MODIFIED, aggregate: true })) {
		for (const { modifiedDate } of jobs) {
			const modified = serverMs(modifiedDate) ?? last;
			isInOrder &&= modified <= last;
			last = modified;
		}
		yield { jobs, isInOrder: isInOrder && !isRefused(client, 'orderBy') };
	}
}

/** Undefined if there is no such job any more. */
export async function readJob(client: Client, jobId: string): Promise<Job | undefined> {
	return await unlessGone(client.context.getNode(), async () => await getJob(client, jobId, { aggregate: true }));
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
	for await (const job of listJobs(client, { aggregate: true, orderBy: NEWEST_CREATED, filter: { createdBefore: nextSecond } })) {
		see(job);
		count += 1;
		const created = serverMs(job.createdDate);
		isInOrder &&= created !== undefined && created <= last + SAME_SECOND_MS;
		last = Math.min(last, created ?? last);
		if (isInOrder && last < from - SAME_SECOND_MS && count % LIMITS.pageSize === 0 && hasToStop()) return last;
	}
	return undefined;
}
