/** What a job holds: how many requests by status, and whether it has room for more. */
import { Once, perRun } from '../core/caches';
import { forEachConcurrent } from '../core/concurrency';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import { toArray } from '../http/pages';
import { quotaExceeded } from '../rules/quotas';
import { isMarkedArchived } from './archive';
import { beforeSubmission, getJob } from './jobs';
import { readQuotas } from './quotas';
import { readCounts, totalOf } from './requestCounts';
import { listRequests } from './requests';
import { countByStatus, type Job, type TranslationRequest } from './resources';

interface Held {
	/** 0 if it cannot be told: the service itself has to refuse what is too much. */
	count: number;
	/** Of all requests, unless their content tells them from new ones. */
	ids?: Set<string>;
}

const heldBefore = perRun(() => new Once<Held>());
const addedInRun = perRun(() => new Map<string, number>());

/**
 * Adds requests unless the job would have more than it may. What it holds is counted once, before
 * this run adds anything; `add` gets their ids.
 */
export async function withinRequestQuota<T>(
	client: Client,
	jobId: string,
	count: number,
	add: (known: Set<string> | undefined) => Promise<T>,
): Promise<T> {
	const added = addedInRun(client.context);
	const read = async () => await readHeld(client, jobId);
	// Reserved before the first wait: of parallel items, only the last ones find no room.
	const addedWithThis = (added.get(jobId) ?? 0) + count;
	added.set(jobId, addedWithThis);
	let isAdded = false;
	try {
		const held = await heldBefore(client.context).get(jobId, read);
		const total = held.count + addedWithThis;
		const { MaxReqsPerJob: limit } = await readQuotas(
			client,
			({ MaxReqsPerJob }) => total <= MaxReqsPerJob,
		);
		if (total > limit)
			throw quotaExceeded('MaxReqsPerJob', total, limit, 'Spread the work over several jobs.');
		const result = await beforeSubmission(client, jobId, async () => await add(held.ids));
		isAdded = true;
		return result;
	} finally {
		if (!isAdded) added.set(jobId, (added.get(jobId) ?? 0) - count);
	}
}

async function readHeld(client: Client, jobId: string): Promise<Held> {
	try {
		return await countRequests(client.forProbe(), jobId);
	} catch (error) {
		logOf(client.context).warn(
			`Translation Jobs: the requests of job ${jobId} could not be counted; the service itself has to refuse what is too much`,
			{ jobId, reason: asError(error).message },
		);
		return { count: 0 };
	}
}

/** One call if they fit on a page. Otherwise the job may know the number. */
async function countRequests(client: Client, jobId: string): Promise<Held> {
	let pagesLeft = 0;
	const stop = () => {
		pagesLeft += 1;
		return false;
	};
	const first = await toArray(listRequests(client, jobId, {}, { goOn: stop }));
	if (pagesLeft === 0) return heldOf(first);
	const showsContent = first.some(({ fileId, sourceContentId }) => fileId || sourceContentId);
	const counts = showsContent
		? readCounts(await getJob(client, jobId, { aggregate: true }))
		: undefined;
	return counts ? { count: totalOf(counts) } : heldOf(await toArray(listRequests(client, jobId)));
}

const heldOf = (requests: readonly TranslationRequest[]): Held => ({
	count: requests.length,
	ids: new Set(requests.map(({ requestId }) => requestId)),
});

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
