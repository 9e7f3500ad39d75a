/**
 * Finds or creates the one job of a run without a lock on the service. A submitted job wins, then
 * the oldest. One sender at a time works on an unsubmitted job and puts its label on it. Others
 * wait, and take over when it falls silent.
 */
import { NodeOperationError } from 'n8n-workflow';

import { CREATED } from '../../../rules/statuses';
import { serverMs } from '../../../rules/time/serverTime';
import type { Client } from '../../../transport/client';
import { wait } from '../../../transport/pipeline/clock';
import { asError } from '../../../transport/pipeline/errors';
import { createJob, getJob, updateJob } from '../../jobs/jobs';
import type { Job } from '../../resources';
import type { JobSlot } from '../plan/plan';
import { labelsFor, logProgress, type Run } from '../run';
import type { RunMark } from '../runKey';
import { type Candidate, dropJob, findCandidates } from './candidates';
import { Heartbeat } from './heartbeat';

/** A list may show a new job late. */
const LONGEST_LAG_MS = 30_000;
const LAG_PAUSE_MS = 500;
/** The service's clock may be off by this much, in either direction. */
const CLOCK_MARGIN_MS = 49 * 3_600_000;
/** Jobs that the first search missed were created around the same time as ours. */
const OVERLAP_MS = 10 * 60_000;
const LONGEST_POLL_MS = 2_000;

export type Claim =
	{ end: 'submitted'; job: Job; mark: RunMark } | { end: 'ours'; job: Job; isNew: boolean };

/** `held` is a job that this run claimed before. */
export async function claimJob(
	client: Client,
	run: Run,
	slot: JobSlot,
	held?: Job,
): Promise<Claim> {
	if (run.digest === undefined)
		return { end: 'ours', job: held ?? (await create(client, run, slot)), isNew: true };

	const signs = new Heartbeat(run.leaseMs);
	const deadline = Date.now() + run.waitMs;
	let made = held;
	let madeAt = Date.now();
	let isNew = false;
	let lag = 0;
	for (let round = 1; ; round += 1) {
		const madeMs = serverMs(made?.createdDate);
		const createdAfter =
			madeMs === undefined
				? run.windowStart - CLOCK_MARGIN_MS
				: madeMs - OVERLAP_MS - (Date.now() - run.startedAt);
		const all = await findCandidates(client, run, {
			createdAfter,
			archived: round === 1 && !held,
			unfiltered: lag > 1,
		});
		refuseOtherSplit(client, slot, all);
		const candidates = all.filter(({ mark }) => mark.number === slot.number);

		const submitted = candidates.find((candidate) => candidate.isSubmitted);
		if (submitted) {
			await tidyUp(client, run, candidates, submitted, signs);
			return { end: 'submitted', job: submitted.job, mark: submitted.mark };
		}
		if (made !== undefined && !candidates.some(({ job }) => job.jobId === made?.jobId)) {
			await waitForList(client, made, madeAt, lag++);
			continue;
		}
		const [oldest] = candidates;
		if (!oldest) {
			made = await create(client, run, slot);
			madeAt = Date.now();
			isNew = true;
			continue;
		}
		await tidyUp(client, run, candidates, oldest, signs);
		if (isOurs(run, oldest))
			return { end: 'ours', job: oldest.job, isNew: isNew && oldest.job.jobId === made?.jobId };

		made = undefined;
		if (Date.now() > deadline) throw sentByAnother(client, oldest);
		if (signs.isAbandoned(oldest)) await takeOver(client, run, slot, oldest);
		if (!(await wait(Math.min(LONGEST_POLL_MS, run.leaseMs / 4), client.cancelSignal)))
			throw sentByAnother(client, oldest);
	}
}

const isOurs = ({ sender }: Run, { mark }: Candidate) => mark.sender?.id === sender.id;

async function create(client: Client, run: Run, slot: JobSlot): Promise<Job> {
	const labels = labelsFor(run, slot);
	const job = await createJob(client, { ...run.fields, jobName: slot.jobName, labels });
	run.touched.set(job.jobId, { slot, isMade: true });
	logProgress(client, `created job ${job.jobId}`, { jobId: job.jobId, runKey: run.digest });
	return job;
}

/** Deletes our own losing jobs and abandoned ones. A living sender deletes its own. */
async function tidyUp(
	client: Client,
	run: Run,
	candidates: readonly Candidate[],
	winner: Candidate,
	signs: Heartbeat,
): Promise<void> {
	for (const candidate of candidates) {
		if (candidate === winner || candidate.isSubmitted) continue;
		if (isOurs(run, candidate) || signs.isAbandoned(candidate))
			await dropJob(client, candidate, `job ${winner.job.jobId} was made for the same content`);
	}
}

/** The next search shows who won: of two senders, the last label stays. */
async function takeOver(
	client: Client,
	run: Run,
	slot: JobSlot,
	{ job }: Candidate,
): Promise<void> {
	try {
		await updateJob(client, job.jobId, { labels: labelsFor(run, slot) });
	} catch (error) {
		// The job may have been submitted or deleted meanwhile: the next search tells.
		if (await isUnsubmitted(client, job.jobId)) throw asError(client.context.getNode(), error);
		return;
	}
	run.touched.set(job.jobId, { slot, isMade: false });
	logProgress(client, `continues the unsubmitted job ${job.jobId} of an earlier run`, {
		jobId: job.jobId,
		runKey: run.digest,
	});
}

async function isUnsubmitted(client: Client, jobId: string): Promise<boolean> {
	try {
		return (await getJob(client, jobId)).statusCode === CREATED;
	} catch {
		return false;
	}
}

function sentByAnother(client: Client, { job }: Candidate): NodeOperationError {
	return new NodeOperationError(
		client.context.getNode(),
		`Another execution is sending the same content at this moment, as job ${job.jobId}`,
		{
			description:
				'Nothing was sent twice. Run this again when the other execution has ended: it then returns that job, or continues it if it was left unfinished.',
		},
	);
}

/** Until the list shows our job, it may hide another one, too. */
async function waitForList(client: Client, made: Job, madeAt: number, lag: number): Promise<void> {
	const waited = Date.now() - madeAt;
	if (
		waited < LONGEST_LAG_MS &&
		(await wait(Math.min(LAG_PAUSE_MS * 2 ** lag, LONGEST_LAG_MS - waited), client.cancelSignal))
	)
		return;
	throw new NodeOperationError(
		client.context.getNode(),
		`Job ${made.jobId} was created, but the service does not list it with its run key`,
		{
			description: `So it cannot be ruled out that the same content is being sent twice, and nothing was submitted. Look at the job, delete it if you do not need it, and run this again. If it stays like that, set 'Search Window (Hours)' to 0: then every run makes a job of its own.`,
		},
	);
}

function refuseOtherSplit(client: Client, slot: JobSlot, candidates: readonly Candidate[]): void {
	const other = candidates.find(({ mark }) => mark.of !== slot.of);
	if (!other) return;
	throw new NodeOperationError(
		client.context.getNode(),
		`The same content was begun as ${count(other.mark.of)} (e.g. ${other.job.jobId}), and would now be ${count(slot.of)}`,
		{
			description:
				'The quotas of the service or the options of this node have changed in between. Delete the jobs of the earlier run if they were not submitted, or set a run key of your own to send everything anew.',
		},
	);
}

const count = (jobs: number) => (jobs === 1 ? 'one job' : `${jobs} jobs`);
