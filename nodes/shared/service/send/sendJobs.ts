import type { NodeError } from 'n8n-workflow';

import { CREATED, SENDING } from '../../rules/statuses';
import type { Client } from '../../transport/client';
import { asError } from '../../transport/pipeline/errors';
import { getJob, submitJob, updateJob, waitUntilSent } from '../jobs/jobs';
import type { Job } from '../resources';
import { adopt } from './claim/adopt';
import { claimJob } from './claim/claimJob';
import { Lease } from './claim/lease';
import { cleanUp, cleanUpEmpty, failOpen, release } from './cleanUp';
import { type ContentItem, isSupportAsset } from './contentItem';
import { fillJob } from './fill';
import { isEmpty, isOpen, isSubmitted, type JobProgress, type SentJob } from './jobProgress';
import type { JobSlot, Plan } from './plan/plan';
import { logProgress, newRun, type Run, type RunOptions } from './run';
import { SendFailed } from './sendFailed';
import { verifyJob } from './verify';

export interface SendOptions extends RunOptions {
	/** Undefined leaves the jobs unsubmitted. */
	providerId?: string;
	concurrency: number;
	/** Good items go on without the bad ones. */
	partial: boolean;
	/** For unsubmitted jobs. */
	onFailure: 'delete' | 'keep';
	/** How long to wait for the provider. Undefined: no wait. */
	waitMs?: number;
}

export interface Sending {
	jobs: SentJob[];
	failures: Map<ContentItem, NodeError>;
}

/** Creates, fills and submits the jobs. Submits nothing before all of it is there. */
export async function sendJobs(client: Client, plan: Plan, options: SendOptions): Promise<Sending> {
	const run = newRun(plan, options);
	const all: JobProgress[] = plan.jobs.map((job) => ({
		...job,
		requests: new Map(),
		failures: new Map(),
		outcome: 'created',
	}));
	try {
		// If an older job of the same run shows up, the loop continues with that one.
		while (all.some(isOpen)) {
			await fillAll(client, run, all, options);
			if (options.providerId === undefined) break;
			for (const each of all.filter(isOpen)) {
				await submit(client, run, each, options.providerId);
				refuseFailures(client, all, options.partial);
			}
		}
	} catch (error) {
		const reason = await cleanUp(client, run, all, error, options.onFailure);
		if (!options.partial || !all.some(isSubmitted)) throw reason;
		failOpen(client.context.getNode(), all, reason);
	}
	for (const { job, slot } of all.filter(isOpen)) await release(client, run, job!.jobId, slot);
	const sent = all.filter(({ end }) => end !== 'givenUp');
	return {
		jobs: await Promise.all(sent.map(async (each) => await finish(client, each, options.waitMs))),
		failures: failuresOf(all),
	};
}

const failuresOf = (all: readonly JobProgress[]) =>
	new Map(all.flatMap(({ failures }) => [...failures]));

async function fillAll(
	client: Client,
	run: Run,
	all: readonly JobProgress[],
	options: SendOptions,
): Promise<void> {
	const lease = new Lease(client, run);
	try {
		for (const each of all) {
			if (!isOpen(each)) continue;
			const claim = await claimJob(client, run, each.slot, each.job);
			if (claim.end === 'submitted') {
				await adopt(client, run, each, claim);
				continue;
			}
			const { jobId } = claim.job;
			lease.hold(jobId, each.slot);
			if (each.job?.jobId === jobId) continue;
			each.job = claim.job;
			each.outcome = claim.isNew ? 'created' : 'continued';
			const { concurrency, partial } = options;
			Object.assign(
				each,
				await fillJob(client, jobId, each.contentItems, {
					isNew: claim.isNew,
					concurrency,
					goOnAfterFailure: partial,
					beforeStep: async () => await lease.check(jobId),
				}),
			);
			if (!claim.isNew) each.job = await bringUpToDate(client, run, each.slot, jobId);
		}
	} finally {
		await lease.end();
	}
	refuseFailures(client, all, options.partial);
	for (const each of all.filter(isOpen)) if (isEmpty(each)) await cleanUpEmpty(client, run, each);
}

/** Gives a continued job the fields of this run. Labels stay: they hold the sender. */
async function bringUpToDate(
	client: Client,
	{ fields }: Run,
	{ jobName }: JobSlot,
	jobId: string,
): Promise<Job> {
	const { labels: _labels, ...others } = fields;
	return await updateJob(client, jobId, { ...others, jobName });
}

function refuseFailures(client: Client, all: readonly JobProgress[], partial: boolean): void {
	const contentItems = [...new Set(all.flatMap((each) => each.contentItems))];
	const failures = failuresOf(all);
	const isGood = (contentItem: ContentItem) =>
		!isSupportAsset(contentItem) && !failures.has(contentItem);
	if (failures.size > 0 && !(partial && contentItems.some(isGood)))
		throw new SendFailed(failures, contentItems.length);
	const unfinished = all
		.filter(isOpen)
		.some((each) =>
			each.contentItems.some(
				(contentItem) => !failures.has(contentItem) && !each.requests.has(contentItem),
			),
		);
	if (unfinished && client.cancelSignal?.aborted)
		throw new SendFailed(failures, contentItems.length, 'The execution was cancelled');
}

async function submit(
	client: Client,
	run: Run,
	each: JobProgress,
	providerId: string,
): Promise<void> {
	const claim = await claimJob(client, run, each.slot, each.job);
	if (claim.end === 'submitted') return await adopt(client, run, each, claim);
	// The next round fills the older job of another run.
	if (claim.job.jobId !== each.job?.jobId) return;
	await verifyJob(client, claim.job.jobId, each);
	each.job = await submitOnce(client, claim.job.jobId, providerId);
	each.end = 'submitted';
	logProgress(client, `submitted job ${each.job.jobId}`, { jobId: each.job.jobId, providerId });
}

/** The service refuses the second submission. That is fine. */
async function submitOnce(client: Client, jobId: string, providerId: string): Promise<Job> {
	try {
		return await submitJob(client, jobId, providerId);
	} catch (error) {
		const job = await getJob(client, jobId).catch(() => undefined);
		if (job && job.statusCode !== CREATED) return job;
		throw asError(client.context.getNode(), error);
	}
}

/** A failed wait does not undo the submission. */
async function finish(
	client: Client,
	{ job, contentItems, requests, outcome, end }: JobProgress,
	waitMs: number | undefined,
): Promise<SentJob> {
	const sent: SentJob = { job: job!, contentItems, requests, outcome };
	if (end !== 'submitted' || waitMs === undefined || sent.job.statusCode !== SENDING) return sent;
	try {
		return { ...sent, job: await waitUntilSent(client, sent.job.jobId, waitMs) };
	} catch (error) {
		const notReached = error instanceof Error ? error.message : String(error);
		client.context.logger.warn(
			`Translation Jobs: job ${sent.job.jobId} is submitted, but was not seen to reach its provider`,
			{ jobId: sent.job.jobId, reason: notReached },
		);
		return { ...sent, notReached };
	}
}
