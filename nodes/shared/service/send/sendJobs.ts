import type { NodeError } from 'n8n-workflow';

import type { Client } from '../../transport/client';
import { passOn } from '../../transport/errors';
import { collect } from '../../transport/pages';
import { getJob, isArchived, submitJob, updateJob, waitUntilSent } from '../jobs';
import { listRequests } from '../requests';
import type { Job, TranslationRequest } from '../resources';
import { claimJob } from './claim';
import { compareRequests } from './compare';
import { type Filled, fillJob } from './fill';
import { release, removeOrKeep } from './giveUp';
import { Lease } from './lease';
import type { Piece } from './piece';
import { type JobSlot, type Run, logProgress } from './run';
import { SendFailed } from './sendFailed';

export interface SendOptions {
	/** Undefined: the jobs are left unsubmitted. */
	providerId?: string;
	concurrency: number;
	/** Whether good items go on without the bad ones. */
	partial: boolean;
	/** What happens to unsubmitted jobs when the sending fails. */
	onFailure: 'delete' | 'keep';
	/** How long to wait until a job has reached its provider; undefined: not at all. */
	waitMs?: number;
}

export interface SentJob extends Filled {
	job: Job;
	pieces: Piece[];
	outcome: 'created' | 'continued' | 'alreadySent';
}

interface Progress extends Filled {
	slot: JobSlot;
	pieces: Piece[];
	job?: Job;
	outcome: SentJob['outcome'];
	/** Submitted, by this run or by another one. */
	isDone: boolean;
}

/** Makes, fills and submits the jobs of a run. Nothing is submitted before all of it is there. */
export async function sendJobs(client: Client, run: Run, jobs: ReadonlyArray<{ slot: JobSlot; pieces: Piece[] }>, options: SendOptions): Promise<SentJob[]> {
	const all: Progress[] = jobs.map((job) => ({ ...job, requests: new Map(), failures: new Map(), outcome: 'created', isDone: false }));
	try {
		// Whoever finds an older job of the same run before submitting goes on with that one.
		while (all.some((each) => !each.isDone)) {
			await fillAll(client, run, all, options);
			if (options.providerId === undefined) break;
			for (const each of all) if (!each.isDone) await submit(client, run, each, options.providerId);
		}
	} catch (error) {
		const left = await removeOrKeep(client, run, submittedIds(all), options.onFailure);
		throw error instanceof SendFailed ? error.toNodeError(client.context.getNode(), left) : withOutcome(passOn(client.context.getNode(), error), left);
	}
	for (const { isDone, job, slot } of all) if (!isDone) await release(client, run, job!.jobId, slot);
	return await Promise.all(all.map(async (each) => await finish(client, each, options.waitMs)));
}

const submittedIds = (all: readonly Progress[]) => new Set(all.flatMap(({ isDone, job }) => (isDone && job ? [job.jobId] : [])));

async function fillAll(client: Client, run: Run, all: readonly Progress[], options: SendOptions): Promise<void> {
	const lease = new Lease(client, run);
	try {
		for (const each of all) {
			if (each.isDone) continue;
			const claim = await claimJob(client, run, each.slot, each.job);
			if (claim.end === 'submitted') {
				await adopt(client, each, claim.job);
				continue;
			}
			const { jobId } = claim.job;
			lease.hold(jobId, each.slot);
			if (each.job?.jobId === jobId) continue;
			each.job = claim.job;
			each.outcome = claim.isNew ? 'created' : 'continued';
			const { concurrency, partial } = options;
			Object.assign(each, await fillJob(client, jobId, each.pieces, { isNew: claim.isNew, concurrency, goOnAfterFailure: partial, beforeStep: async () => await lease.check(jobId) }));
			if (!claim.isNew) each.job = await bringUpToDate(client, run, each.slot, jobId);
		}
	} finally {
		await lease.end();
	}
	refuseFailures(client, all, options.partial);
}

/** A job that an earlier run has begun is called and described as this run wants it. Its labels tell who holds it, and stay. */
async function bringUpToDate(client: Client, { fields }: Run, { jobName }: JobSlot, jobId: string): Promise<Job> {
	const { labels: _labels, ...others } = fields;
	return await updateJob(client, jobId, { ...others, jobName });
}

function refuseFailures(client: Client, all: readonly Progress[], partial: boolean): void {
	const pieces = all.flatMap((each) => each.pieces);
	const failures = new Map(all.flatMap((each) => [...each.failures]));
	const good = pieces.length - failures.size;
	const unfinished = all.flatMap((each) => (each.isDone ? [] : each.pieces)).filter((piece) => !failures.has(piece) && !all.some(({ requests }) => requests.has(piece)));
	if (failures.size > 0 && (!partial || good === 0)) throw new SendFailed(failures, pieces.length);
	if (unfinished.length > 0 && client.cancelSignal?.aborted) throw new SendFailed(failures, pieces.length, 'The execution was cancelled');
}

async function submit(client: Client, run: Run, each: Progress, providerId: string): Promise<void> {
	const claim = await claimJob(client, run, each.slot, each.job);
	if (claim.end === 'submitted') return await adopt(client, each, claim.job);
	// Another run's older job is filled first; that is the next round's work.
	if (claim.job.jobId !== each.job?.jobId) return;
	each.job = await submitOnce(client, claim.job.jobId, providerId);
	each.isDone = true;
	logProgress(client, `submitted job ${each.job.jobId}`, { jobId: each.job.jobId, providerId });
}

/** Whoever submits second is refused, which is just as well. */
async function submitOnce(client: Client, jobId: string, providerId: string): Promise<Job> {
	try {
		return await submitJob(client, jobId, providerId);
	} catch (error) {
		const job = await getJob(client, jobId).catch(() => undefined);
		if (job && job.statusCode !== 'CREATED') return job;
		throw passOn(client.context.getNode(), error);
	}
}

/** A job that was submitted before: what it has is compared with what was to be sent. */
async function adopt(client: Client, each: Progress, job: Job): Promise<void> {
	Object.assign(each, { job, isDone: true, outcome: 'alreadySent', requests: new Map(), failures: new Map() });
	// Nothing of an archived job can be read.
	if (isArchived(job)) return;
	const { present, unclear } = compareRequests(each.pieces, await collect(listRequests(client, job.jobId)));
	if (unclear.length === 0) each.requests = new Map<Piece, TranslationRequest[]>(present);
}

async function finish(client: Client, { job, pieces, requests, failures, outcome, isDone }: Progress, waitMs: number | undefined): Promise<SentJob> {
	const isOnItsWay = isDone && waitMs !== undefined && job!.statusCode === 'SENDING';
	return { job: isOnItsWay ? await waitUntilSent(client, job!.jobId, waitMs) : job!, pieces, requests, failures, outcome };
}

function withOutcome(error: Error, left: string): Error {
	const { description } = error as NodeError;
	return Object.assign(error, { description: [description, left].filter(Boolean).join(' ') });
}
