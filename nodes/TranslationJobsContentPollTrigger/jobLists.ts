import { isMarkedArchived } from '../api/archive';
import { isRefused } from '../api/guesses';
import { getJob, listJobs, listJobsByPage } from '../api/jobs';
import { readCounts, sumOf } from '../api/requestCounts';
import type { Job } from '../api/resources';
import { NEWEST_CREATED, NEWEST_MODIFIED } from '../api/wire';
import type { Client } from '../http/client';
import { unlessGone } from '../http/errors';
import { formatSeconds, serverMs } from '../rules/dates';
import { LIMITS } from '../rules/limits';
import { JOB_NOT_IN_PROGRESS } from '../rules/statuses';
import { mayPassJob, passesJob } from '../triggers/filters';
import type { Settings } from './settings';

/** The filter that continues a list knows only whole seconds. */
const SAME_SECOND_MS = 2_000;

/** Another one shows that the job has changed. */
export const jobFingerprint = ({ modifiedDate, statusCode, aggregateRequests }: Job): string =>
	`${modifiedDate} ${statusCode} ${JSON.stringify(aggregateRequests ?? null)}`;

export const isInProgress = (job: Job): boolean =>
	!JOB_NOT_IN_PROGRESS.includes(job.statusCode) && !isMarkedArchived(job);

export const canHaveDeliveries = ({ filters }: Settings, listed: Job): boolean =>
	isInProgress(listed) && mayPassJob(filters, listed);

/** How many requests are delivered, according to the job; undefined if it has no counts. */
export function deliveredCount({ statuses }: Settings, job: Job): number | undefined {
	const counts = readCounts(job);
	return counts && sumOf(counts, statuses);
}

/** One page at a time. `isInOrder`: all jobs so far came in the requested order. */
export async function* newestChangedJobs(
	client: Client,
): AsyncGenerator<{ jobs: Job[]; isInOrder: boolean }> {
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

export async function getJobUnlessGone(client: Client, jobId: string): Promise<Job | undefined> {
	return await unlessGone(async () => await getJob(client, jobId, { aggregate: true }));
}

/** As it was listed, if the list shows that it passes the filters. Undefined if it is gone. */
export async function readUnlessShown(
	client: Client,
	{ filters }: Settings,
	jobId: string,
	listed?: Job,
): Promise<Job | undefined> {
	return listed && passesJob(filters, listed) ? listed : await getJobUnlessGone(client, jobId);
}

/**
 * Lists all jobs, or those created before a time, in an order that does not change. If it has to
 * stop, it returns where to continue. Only a list in the order of creation can continue.
 */
export async function listAllJobs(
	client: Client,
	createdBefore: number | undefined,
	onJob: (job: Job) => void,
	shouldStop: () => boolean,
): Promise<number | undefined> {
	const from = createdBefore ?? Infinity;
	const nextSecond =
		createdBefore === undefined ? undefined : formatSeconds(Math.ceil(createdBefore / 1000) + 1);
	let count = 0;
	let last = from;
	let isInOrder = true;
	for await (const job of listJobs(client, {
		aggregate: true,
		orderBy: NEWEST_CREATED,
		filter: { createdBefore: nextSecond },
	})) {
		onJob(job);
		count += 1;
		const created = serverMs(job.createdDate);
		isInOrder &&= created !== undefined && created <= last + SAME_SECOND_MS;
		last = Math.min(last, created ?? last);
		if (isInOrder && last < from - SAME_SECOND_MS && count % LIMITS.pageSize === 0 && shouldStop())
			return last;
	}
	return undefined;
}
