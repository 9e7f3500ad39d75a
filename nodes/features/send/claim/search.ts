/**
 * Finds the jobs of a run. docs/internals/wire-contract.md says why nothing is missed.
 */
import { isRecord } from '../../../../l10n/json';
import { jobsCreatedAfter, listJobs } from '../../../api/jobs';
import type { Job } from '../../../api/resources';
import { BoundedMap } from '../../../core/caches';
import type { Client } from '../../../http/client';
import { serverMs } from '../../../rules/dates';
import { readRunMark, refuseNewerState, runLabel, type RunMark } from '../../../rules/runLabels';
import { CREATED } from '../../../rules/statuses';
import type { Run } from './run';

const HOUR_MS = 3_600_000;
/** The service's clock may be off by this much, in either direction. */
const CLOCK_MARGIN_MS = 49 * HOUR_MS;
/** Jobs that the first search missed were created around the same time as ours. */
const OVERLAP_MS = 10 * 60_000;

const MAX_SERVICES = 1_000;
/** Whether the service finds jobs by labels. Each new job shows it anew. */
const labelSearches = new BoundedMap<boolean>({
	maxEntries: MAX_SERVICES,
	maxAgeMs: 24 * HOUR_MS,
});

export const forgetSearches = (): void => labelSearches.clear();

/** A job with the key of this run. */
export interface Candidate {
	job: Job;
	mark: RunMark;
}

/** Unknown statuses and archived jobs count as submitted: better not sent than sent twice. */
export const isSubmitted = ({ job }: Candidate): boolean =>
	job.statusCode !== CREATED || job.archived === true;

const createdAt = (job: Job) => serverMs(job.createdDate) ?? 0;

/** Every process finds the same order. */
const byAge = (one: Candidate, other: Candidate) =>
	createdAt(one.job) - createdAt(other.job) || (one.job.jobId < other.job.jobId ? -1 : 1);

export const oldestFirst = (candidates: Iterable<Candidate>): Candidate[] =>
	[...candidates].sort(byAge);

/** Undefined if the job is not of this run, or too old. */
export function asCandidate(run: Run, job: Job): Candidate | undefined {
	const mark = readRunMark(job.labels);
	if (!mark || !run.isMarkedBy(mark)) return undefined;
	refuseNewerState(job.jobId, job.labels);
	return (mark.startedAt ?? Infinity) >= run.windowStart ? { job, mark } : undefined;
}

interface Search {
	/** The job of this run, if it has one. */
	own?: Job;
	archived?: boolean;
	/** Reads all active jobs, for a service whose filter fails. */
	unfiltered?: boolean;
}

/** Checks the labels of what the service lists: its filter and its clock may be wrong. */
export async function findCandidates(
	run: Run,
	{ own, archived, unfiltered }: Search,
): Promise<Map<string, Candidate>> {
	const client = run.client.forDecision();
	const found = new Map<string, Candidate>();
	const probe = async (jobs: AsyncIterable<Job> | readonly Job[]) => {
		for await (const job of jobs) {
			const candidate = asCandidate(run, job);
			if (candidate) found.set(job.jobId, candidate);
		}
	};
	const createdAfter = run.windowStart - CLOCK_MARGIN_MS;
	const around = own && run.isSearched ? beforeRun(run, own) : undefined;
	let isFirst = archived;
	const labelled = await jobsWithRunLabel(client, run, own);
	if (labelled) await probe(labelled);
	else if (unfiltered) await probe(listJobs(client));
	else if (around !== undefined) await probe(jobsCreatedAfter(client, around));
	else {
		await probe(jobsCreatedAfter(client, createdAfter));
		isFirst ||= !run.isSearched;
		run.isSearched = true;
	}
	if (isFirst) await probe(jobsCreatedAfter(client, createdAfter, { archived: true }));
	return found;
}

/** By the service's clock, a while before this run. Undefined if its job does not say when it was created. */
function beforeRun({ startedAt }: Run, own: Job): number | undefined {
	const created = serverMs(own.createdDate);
	return created === undefined ? undefined : created - OVERLAP_MS - (Date.now() - startedAt);
}

/**
 * Undefined before a job of this process was found by its label, and if the service also lists
 * others: then it ignores or refuses the filter.
 */
async function jobsWithRunLabel(
	client: Client,
	{ digest, plan, options: { ownKey, anyNode } }: Run,
	own: Job | undefined,
): Promise<Job[] | undefined> {
	const form = isRecord(plan.fields.labels) ? 'object' : 'list';
	const key = `${client.session.account} ${form}`;
	const isTried = labelSearches.get(key, Date.now(), HOUR_MS) !== undefined;
	const isWorthIt = labelSearches.get(key) === true || (own !== undefined && !isTried);
	// Jobs of another node have another label, and those with an own key may have labels of either form.
	if (anyNode || ownKey !== '' || digest === undefined || !isWorthIt) return undefined;
	const jobs: Job[] = [];
	let isFiltered = true;
	for await (const job of listJobs(client, { filter: { labels: [{ name: runLabel(digest) }] } })) {
		isFiltered = readRunMark(job.labels)?.digest === digest;
		if (!isFiltered) break;
		jobs.push(job);
	}
	const isFound = isFiltered && (!own || jobs.some(({ jobId }) => jobId === own.jobId));
	if (own || !isFound) labelSearches.set(key, isFound);
	return isFound ? jobs : undefined;
}
