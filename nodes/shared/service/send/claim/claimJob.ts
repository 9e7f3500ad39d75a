/**
 * Finds the one job of a run, or makes it, without a lock on the service. Whoever comes later gives
 * way: a submitted job always wins, then the oldest. An unsubmitted one is worked on by one sender at
 * a time, whose label it carries; others wait for it, and take over when it falls silent.
 */
import { NodeOperationError } from 'n8n-workflow';

import { CREATED } from '../../../rules/statuses';
import { serverMs } from '../../../rules/time/serverTime';
import type { Client } from '../../../transport/client';
import { asError } from '../../../transport/pipeline/errors';
import { wait } from '../../../transport/pipeline/clock';
import { createJob, getJob, updateJob } from '../../jobs/jobs';
import type { Job } from '../../resources';
import { type Candidate, dropJob, findCandidates } from './candidates';
import { Heartbeat } from './heartbeat';
import { type JobSlot, type Run, labelsFor, logProgress } from '../run';
import type { RunMark } from '../runKey';

/** A list may show a new job later than it answers its creation. */
const LONGEST_LAG_MS = 30_000;
const LAG_PAUSE_MS = 500;
/** How far the clock of the service may be off, in either direction, without a job of an earlier run being overlooked. */
const CLOCK_MARGIN_MS = 49 * 3_600_000;
/** What the first search did not find can only have been made since: around the time that our own job was made, by the clock that dates both. */
const OVERLAP_MS = 10 * 60_000;
const LONGEST_POLL_MS = 2_000;

export type Claim = { end: 'submitted'; job: Job; mark: RunMark } | { end: 'ours'; job: Job; isNew: boolean };

/** Ours to fill and submit, or submitted already. `held` is a job that this run claimed before. */
export async function claimJob(client: Client, run: Run, slot: JobSlot, held?: Job): Promise<Claim> {
	if (run.digest === undefined) return { end: 'ours', job: held ?? (await create(client, run, slot)), isNew: true };

	const signs = new Heartbeat(run.leaseMs);
	const deadline = Date.now() + run.waitMs;
	let made = held;
	let madeAt = Date.now();
	let isNew = false;
	let lag = 0;
	for (let round = 1; ; round += 1) {
		const madeMs = serverMs(made?.createdDate);
		const createdAfter = madeMs === undefined ? run.windowStart - CLOCK_MARGIN_MS : madeMs - OVERLAP_MS - (Date.now() - run.startedAt);
		const all = await findCandidates(client, run, { createdAfter, archived: round === 1 && !held, unfiltered: lag > 1 });
		refuseOtherSplit(client, slot, all);
		const candidates = all.filter(({ mark }) => mark.number === slot.number);

		const submitted = candidates.find((candidate) => candidate.isSubmitted);
		if (submitted) {
			await tidyUp(client, run, candidates, submitted, signs);
			return { end: 'submitted', job: submitted.job, mark: submitted.mark };
		}
		if (made !== undefined && !candidates.some(({ job }) => job.jobId === made!.jobId)) {
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
		if (isOurs(run, oldest)) return { end: 'ours', job: oldest.job, isNew: isNew && oldest.job.jobId === made?.jobId };

		made = undefined;
		if (Date.now() > deadline) throw sentByAnother(client, oldest);
		if (signs.isAbandoned(oldest)) await takeOver(client, run, slot, oldest);
		if (!(await wait(Math.min(LONGEST_POLL_MS, run.leaseMs / 4), client.cancelSignal))) throw sentByAnother(client, oldest);
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

/** Removes what lost: our own jobs, and those that nobody works on any more. A living sender removes its own. */
async function tidyUp(client: Client, run: Run, candidates: readonly Candidate[], winner: Candidate, signs: Heartbeat): Promise<void> {
	for (const candidate of candidates) {
		if (candidate === winner || candidate.isSubmitted) continue;
		if (isOurs(run, candidate) || signs.isAbandoned(candidate)) await dropJob(client, candidate, `job ${winner.job.jobId} was made for the same content`);
	}
}

/** Writes our name on a job, and looks again later: of two who do it at once, the last name stays. */
async function takeOver(client: Client, run: Run, slot: JobSlot, { job }: Candidate): Promise<void> {
	try {
		await updateJob(client, job.jobId, { labels: labelsFor(run, slot) });
	} catch (error) {
		// Submitted or deleted in the meantime: the next search tells.
		if (await isUnsubmitted(client, job.jobId)) throw asError(client.context.getNode(), error);
		return;
	}
	run.touched.set(job.jobId, { slot, isMade: false });
	logProgress(client, `continues the unsubmitted job ${job.jobId} of an earlier run`, { jobId: job.jobId, runKey: run.digest });
}

async function isUnsubmitted(client: Client, jobId: string): Promise<boolean> {
	try {
		return (await getJob(client, jobId)).statusCode === CREATED;
	} catch {
		return false;
	}
}

function sentByAnother(client: Client, { job }: Candidate): NodeOperationError {
	return new NodeOperationError(client.context.getNode(), `Another execution is sending the same content at this moment, as job ${job.jobId}`, {
		description: 'Nothing was sent twice. Run this again when the other execution has ended: it then returns that job, or continues it if it was left unfinished.',
	});
}

/** Before the list shows our own job, it may hide another one of the same moment. */
async function waitForList(client: Client, made: Job, madeAt: number, lag: number): Promise<void> {
	const waited = Date.now() - madeAt;
	if (waited < LONGEST_LAG_MS && (await wait(Math.min(LAG_PAUSE_MS * 2 ** lag, LONGEST_LAG_MS - waited), client.cancelSignal))) return;
	throw new NodeOperationError(client.context.getNode(), `Job ${made.jobId} was created, but the service does not list it with its run key`, {
		description: `So it cannot be ruled out that the same content is being sent twice, and nothing was submitted. Look at the job, delete it if you do not need it, and run this again. If it stays like that, set "Search Window (Hours)" to 0: then every run makes a job of its own.`,
	});
}

function refuseOtherSplit(client: Client, slot: JobSlot, candidates: readonly Candidate[]): void {
	const other = candidates.find(({ mark }) => mark.of !== slot.of);
	if (!other) return;
	throw new NodeOperationError(client.context.getNode(), `The same content was begun as ${count(other.mark.of)} (e.g. ${other.job.jobId}), and would now be ${count(slot.of)}`, {
		description: 'The quotas of the service or the options of this node have changed in between. Delete the jobs of the earlier run if they were not submitted, or set a run key of your own to send everything anew.',
	});
}

const count = (jobs: number) => (jobs === 1 ? 'one job' : `${jobs} jobs`);
