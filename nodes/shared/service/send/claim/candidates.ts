import { CREATED } from '../../../rules/statuses';
import { serverMs } from '../../../rules/time/serverTime';
import type { Client } from '../../../transport/client';
import { asError, isGone } from '../../../transport/pipeline/errors';
import { deleteJob, jobsCreatedAfter, listJobs } from '../../jobs/jobs';
import type { Job } from '../../resources';
import { logProgress, type Run } from '../run';
import { readRunMark, type RunMark } from '../runKey';

/** A job with the key of this run. */
export interface Candidate {
	job: Job;
	mark: RunMark;
	isSubmitted: boolean;
}

/** Unknown statuses and archived jobs count as submitted: better not sent than sent twice. */
const isSubmitted = (job: Job) => job.statusCode !== CREATED || job.archived === true;

const createdAt = (job: Job) => serverMs(job.createdDate) ?? 0;

/** Every process finds the same order. */
const byAge = (one: Candidate, other: Candidate) =>
	createdAt(one.job) - createdAt(other.job) || (one.job.jobId < other.job.jobId ? -1 : 1);

export interface Search {
	/** By the service's clock. It only limits the list. */
	createdAfter: number;
	archived?: boolean;
	/** Reads all active jobs, for a service whose filter fails. */
	unfiltered?: boolean;
}

/** Checks the labels of what the service lists: its filter and its clock may be wrong. */
export async function findCandidates(
	client: Client,
	run: Run,
	{ createdAfter, archived, unfiltered }: Search,
): Promise<Candidate[]> {
	const found = new Map<string, Candidate>();
	const look = async (jobs: AsyncIterable<Job>) => {
		for await (const job of jobs) {
			const mark = readRunMark(job.labels);
			if (mark?.digest === run.digest && mark && (mark.startedAt ?? Infinity) >= run.windowStart)
				found.set(job.jobId, { job, mark, isSubmitted: isSubmitted(job) });
		}
	};
	await look(unfiltered ? listJobs(client) : jobsCreatedAfter(client, createdAfter));
	if (archived) await look(jobsCreatedAfter(client, createdAfter, { archived: true }));
	return [...found.values()].sort(byAge);
}

/** Deletes a job that lost to another one of the same run. */
export async function dropJob(
	client: Client,
	{ job, mark }: Candidate,
	reason: string,
): Promise<void> {
	try {
		await deleteJob(client, job.jobId);
		logProgress(client, `deleted the unsubmitted job ${job.jobId}: ${reason}`, {
			jobId: job.jobId,
			runKey: mark.digest,
		});
	} catch (error) {
		if (!isGone(error)) throw asError(client.context.getNode(), error);
	}
}
