import type { NodeError } from 'n8n-workflow';

import { getJob, submitJob, waitUntilSent } from '../../api/jobs';
import type { Job } from '../../api/resources';
import { leftByEarlierTries } from '../../core/retryOnFail';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';
import { CREATED, SENDING } from '../../rules/statuses';
import { adopt, giveUpCancelled } from './adopt';
import { type Claim, claimJob } from './claim/claimJob';
import { Lease, Run, type SendOptions } from './claim/run';
import { cleanUp, failUnfinishedJobs, giveUpEmptyJob } from './cleanUp';
import { type ContentItem, isSupportAsset } from './content';
import { fillJob } from './fill';
import {
	isEmpty,
	isOpen,
	isSubmitted,
	type JobProgress,
	type SentJob,
	startJobs,
} from './jobProgress';
import { verifyJob } from './jobRequests';
import type { KnownEntries } from './known/knownEntries';
import { Overtaken, refuseOvertaken } from './known/overtaken';
import { SendFailed } from './plan/failures';
import type { Plan } from './plan/plan';

export interface SendResult {
	jobs: SentJob[];
	failures: Map<ContentItem, NodeError>;
}

/**
 * Creates, fills and submits the jobs. Submits nothing before all of it is there. Undefined if
 * another execution has sent a part of it meanwhile: then nothing was sent.
 */
export async function sendJobs(
	client: Client,
	plan: Plan,
	options: SendOptions,
	known: KnownEntries,
): Promise<SendResult | undefined> {
	const run = new Run(client, plan, options);
	const all = startJobs(plan, submittedIn(client));
	try {
		await fillAndSubmit(run, all, known);
	} catch (error) {
		const reason = await cleanUp(run, all, error);
		if (error instanceof Overtaken) return undefined;
		if (!options.partial || !all.some(isSubmitted)) throw reason;
		failUnfinishedJobs(run, all, reason);
	}
	// Without a run key, there is nothing to release.
	for (const { job, slot } of run.digest === undefined ? [] : all.filter(isOpen))
		await run.release(await getJob(client, job!.jobId), slot);
	const sent = all.filter(({ end }) => end !== 'givenUp');
	return {
		jobs: await Promise.all(sent.map(async (progress) => await finish(run, progress))),
		failures: failuresOf(all),
	};
}

/** What n8n's "Retry On Fail" must not send again, however far back the node looks. */
const submittedIn = ({ context }: Client) => leftByEarlierTries<JobProgress>(context, 0, 'sent');

/** If an older job of the same run shows up, the loop continues with that one. */
async function fillAndSubmit(
	run: Run,
	all: readonly JobProgress[],
	known: KnownEntries,
): Promise<void> {
	const { providerId } = run.options;
	while (all.some(isOpen)) {
		await fillAll(run, all, known);
		if (providerId === undefined) return await removeParts(run, all.filter(isOpen));
		for (const progress of all.filter(isOpen)) {
			await submit(run, progress, providerId);
			refuseFailures(run, all);
		}
	}
}

/** Somebody may submit the job later, and with it what was added of failed items. */
async function removeParts(run: Run, open: readonly JobProgress[]): Promise<void> {
	for (const progress of open)
		if (progress.failures.size > 0) await verifyJob(run, progress.job!.jobId, progress);
}

async function fillAll(run: Run, all: readonly JobProgress[], known: KnownEntries): Promise<void> {
	const lease = new Lease(run);
	try {
		for (const progress of all.filter(isOpen)) await claimAndFill(run, lease, progress);
		refuseFailures(run, all);
		const isBegun = all.some((one) => isSubmitted(one) && one.outcome !== 'alreadySent');
		if (known.isUsed && all.some(isOpen) && !isBegun)
			await refuseOvertaken(
				run,
				known,
				all.flatMap(({ job }) => job ?? []),
			);
	} finally {
		await lease.end();
	}
	for (const progress of all.filter(isOpen))
		if (isEmpty(progress)) await giveUpEmptyJob(run, progress);
}

async function claimAndFill(run: Run, lease: Lease, progress: JobProgress): Promise<void> {
	while (isOpen(progress)) {
		const claim = await claimJob(run, progress.slot, progress.job);
		if (claim.end === 'ours') return await fill(run, lease, progress, claim);
		await useSubmitted(run, progress, claim);
	}
}

async function useSubmitted(
	run: Run,
	progress: JobProgress,
	claim: Exclude<Claim, { end: 'ours' }>,
): Promise<void> {
	if (claim.end === 'submitted') await adopt(run, progress, claim);
	else giveUpCancelled(run, progress, claim.job);
}

async function fill(
	run: Run,
	lease: Lease,
	progress: JobProgress,
	claim: Claim & { end: 'ours' },
): Promise<void> {
	const { job, isNew } = claim;
	lease.hold(job.jobId, progress.slot);
	if (progress.job?.jobId === job.jobId) return;
	progress.job = job;
	progress.outcome = isNew ? 'created' : 'continued';
	Object.assign(progress, await fillJob(run, lease, claim, progress.contentItems));
	if (!isNew) progress.job = await run.bringUpToDate(job.jobId, progress.slot);
}

const failuresOf = (all: readonly JobProgress[]) =>
	new Map(all.flatMap(({ failures }) => [...failures]));

function refuseFailures({ options, isCancelled }: Run, all: readonly JobProgress[]): void {
	const contentItems = [...new Set(all.flatMap((progress) => progress.contentItems))];
	const failures = failuresOf(all);
	const isGood = (contentItem: ContentItem) =>
		!isSupportAsset(contentItem) && !failures.has(contentItem);
	if (failures.size > 0 && !(options.partial && contentItems.some(isGood)))
		throw new SendFailed(failures, contentItems.length);
	if (isCancelled && all.filter(isOpen).some((progress) => isUnfinished(progress, failures)))
		throw new SendFailed(failures, contentItems.length, 'The execution was cancelled');
}

const isUnfinished = (
	{ contentItems, requests }: JobProgress,
	failures: ReadonlyMap<ContentItem, NodeError>,
) => contentItems.some((contentItem) => !failures.has(contentItem) && !requests.has(contentItem));

async function submit(run: Run, progress: JobProgress, providerId: string): Promise<void> {
	const claim = await claimJob(run, progress.slot, progress.job);
	if (claim.end !== 'ours') return await useSubmitted(run, progress, claim);
	const { jobId } = claim.job;
	// The next round fills the older job of another run.
	if (jobId !== progress.job?.jobId) return;
	await verifyJob(run, jobId, progress);
	progress.job = await submitOnce(run, jobId, providerId);
	progress.end = 'submitted';
	submittedIn(run.client).push(progress);
	run.log(`submitted job ${progress.job.jobId}`, { jobId: progress.job.jobId, providerId });
}

/** The service refuses the second submission. That is fine. */
async function submitOnce({ client }: Run, jobId: string, providerId: string): Promise<Job> {
	try {
		return await submitJob(client, jobId, providerId);
	} catch (error) {
		const job = await getJob(client, jobId).catch(() => undefined);
		if (job && job.statusCode !== CREATED) return job;
		throw asError(error);
	}
}

async function finish(
	{ client, options: { waitMs } }: Run,
	{ job, contentItems, requests, outcome, end }: JobProgress,
): Promise<SentJob> {
	const sent: SentJob = { job: job!, contentItems, requests, outcome };
	if (end !== 'submitted' || waitMs === undefined || sent.job.statusCode !== SENDING) return sent;
	return { ...sent, job: await waitUntilSent(client, sent.job, waitMs) };
}
