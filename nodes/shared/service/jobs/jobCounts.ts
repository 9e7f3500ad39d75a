import { forEachConcurrent } from '../../concurrency/forEachConcurrent';
import type { Client } from '../../transport/client';
import { toArray } from '../../transport/pages';
import { saysArchived } from './archive';
import { listRequests } from '../requests/requests';
import { type Job, countByStatus } from '../resources';

const AT_ONCE = 5;

/** Jobs with the number of their requests in each status: as the service tells it, otherwise counted here. Archived jobs keep theirs to themselves. */
export async function withCounts(client: Client, jobs: readonly Job[]): Promise<Job[]> {
	const counted = [...jobs];
	await forEachConcurrent(jobs, AT_ONCE, async (job, index) => {
		if ((job.aggregateRequests ?? undefined) !== undefined || saysArchived(job)) return;
		counted[index] = { ...job, aggregateRequests: countByStatus(await toArray(listRequests(client, job.jobId))) };
	});
	return counted;
}
