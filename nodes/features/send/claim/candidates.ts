import { jobsCreatedAfter, listJobs } from '../../../api/jobs';
import type { Job } from '../../../api/resources';
import { readRunMark, type RunMark } from '../../../rules/runLabels';
import { serverMs } from '../../../rules/serverTime';
import { CREATED } from '../../../rules/statuses';
import type { Run } from './run';

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
	run: Run,
	{ createdAfter, archived, unfiltered }: Search,
): Promise<Candidate[]> {
	const client = run.client.forDecision();
	const found = new Map<string, Candidate>();
	const probe = async (jobs: AsyncIterable<Job>) => {
		for await (const job of jobs) {
			const mark = readRunMark(job.labels);
			if (mark && run.isMarkedBy(mark) && (mark.startedAt ?? Infinity) >= run.windowStart)
				found.set(job.jobId, { job, mark, isSubmitted: isSubmitted(job) });
		}
	};
	await probe(unfiltered ? listJobs(client) : jobsCreatedAfter(client, createdAfter));
	if (archived) await probe(jobsCreatedAfter(client, createdAfter, { archived: true }));
	return [...found.values()].sort(byAge);
}
