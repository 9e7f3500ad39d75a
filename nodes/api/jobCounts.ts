import { forEachConcurrent } from '../core/forEachConcurrent';
import type { Client } from '../http/client';
import { toArray } from '../http/pages';
import { isMarkedArchived } from './archive';
import { listRequests } from './requests';
import { countByStatus, type Job } from './resources';

const AT_ONCE = 5;

/** Adds the number of requests per status. Archived jobs do not show theirs. */
export async function withCounts(client: Client, jobs: readonly Job[]): Promise<Job[]> {
	const counted = [...jobs];
	await forEachConcurrent(jobs, AT_ONCE, async (job, index) => {
		if ((job.aggregateRequests ?? undefined) !== undefined || isMarkedArchived(job)) return;
		counted[index] = {
			...job,
			aggregateRequests: countByStatus(await toArray(listRequests(client, job.jobId))),
		};
	});
	return counted;
}
