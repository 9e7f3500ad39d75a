import { addRequests } from '../../api/addRequests';
import { addSupportAsset } from '../../api/jobFiles';
import { deleteJob, findJob, getJob, submitJob } from '../../api/jobs';
import type { Job, TranslationRequest } from '../../api/resources';
import { forEachConcurrent } from '../../core/concurrency';
import { OperationFailed, toItemError } from '../../core/errors';
import type { Client } from '../../http/client';
import { asError, unlessGone } from '../../http/errors';
import { CREATED } from '../../rules/statuses';
import { isResult, type OpenTurn, useSubmitted } from './adopt';
import { type Line, sentByAnother } from './claim/line';
import { countOf, type Filled, type JobResult, type Run, type SentJob } from './claim/run';
import { type ContentItem, isSupportAsset } from './content';
import { ASSET_ID, assetIdOf, readComplete, refuseOthers, verifyJob } from './jobRequests';
import type { KnownEntries } from './known/knownEntries';
import { Overtaken, refuseOvertaken } from './known/overtaken';
import { executionCancelled, SendFailed } from './plan/failures';
import type { PlannedJob } from './plan/plan';

/** One job of a run, from its creation to its submission. */
export class PartSender {
	constructor(
		private readonly run: Run,
		private readonly part: PlannedJob,
		private readonly line: Line,
		private readonly known: KnownEntries,
	) {}

	async send(): Promise<JobResult> {
		const { run, part } = this;
		const left = await this.lookBefore();
		if (left) return left;
		if (run.isCancelled) throw executionCancelled();
		const own = await run.createJob(part.slot);
		try {
			return await this.complete(own);
		} catch (error) {
			if (error instanceof Overtaken || (await readOr(run, own))) throw asError(error);
			const sent = await this.waitForTurn(own);
			if (sent) return sent;
			throw asError(error);
		}
	}

	/** From now on, an unsubmitted job of another run has to change. */
	private async lookBefore(): Promise<SentJob | undefined> {
		const { run, part, line } = this;
		const turn = line.turn();
		if (turn.is === 'left') return await this.useLeft(turn.job);
		if (turn.is !== 'before us') return undefined;
		const { jobId } = turn.job;
		await unlessGone(async () => await refuseOthers(run, jobId, part.contentItems));
		await line.isIdle(turn.job);
		return undefined;
	}

	private async complete(own: Job): Promise<JobResult> {
		const { run, part } = this;
		const { jobId } = own;
		const filled = await fillJob(run, jobId, part.contentItems);
		if (filled.failures.size > 0 && !(await readOr(run, own))) throw takenAway(own);
		this.refuseBad(filled);
		if (!hasRequests(filled)) {
			run.log(`no item could be added to job ${jobId}, so it is not submitted`, { jobId });
			await run.removeOwn(jobId);
			return { ...part, end: 'givenUp', failures: filled.failures };
		}
		const sent = await this.waitForTurn(own);
		if (sent) {
			await run.removeOwn(jobId);
			return sent;
		}
		const job = await this.finish(own, filled);
		run.openJobs.delete(jobId);
		return { ...part, ...filled, end: 'sent', job, outcome: 'created' };
	}

	private refuseBad({ requests, failures }: Filled): void {
		const { run, part } = this;
		if (failures.size > 0 && !run.options.partial)
			throw new SendFailed(failures, countOf(run.plan));
		const isDone = part.contentItems.every((item) => failures.has(item) || requests.has(item));
		if (run.isCancelled && !isDone) throw executionCancelled();
	}

	/** Undefined if our job goes first. Otherwise what another run has sent. */
	private async waitForTurn(own: Job): Promise<JobResult | undefined> {
		const { run, part, line } = this;
		const waitMs = run.options.otherRunWaitMs;
		const removed = new Set<string>();
		let first = { job: own, deadline: 0 };
		do {
			const isThere = await line.waitUntilListed(own);
			const found = await useSubmitted(run, part, line, own);
			if (isResult(found)) return found;
			if (found.is === 'ours') {
				if (isThere) return undefined;
				throw takenAway(own);
			}
			const { job } = found;
			if (job.jobId !== first.job.jobId) first = { job, deadline: Date.now() + waitMs };
			const left = found.is === 'left' ? await this.useLeft(job) : undefined;
			if (left) return left;
			if (isThere && !removed.has(job.jobId) && (await this.giveUp(found))) {
				removed.add(job.jobId);
				first = { job, deadline: Date.now() + waitMs };
			}
		} while (await line.pause(first.deadline));
		throw sentByAnother(first.job);
	}

	/** Deletes a job before ours that nobody works on. The next look tells whether it is gone. */
	private async giveUp({ is, job }: Exclude<OpenTurn, { is: 'ours' }>): Promise<boolean> {
		const { run, part, line } = this;
		const { jobId } = job;
		if (is === 'before us') {
			if (!(await line.isIdle(job))) return false;
			await unlessGone(async () => await refuseOthers(run, jobId, part.contentItems));
		}
		await giveUpJob(run, jobId);
		return true;
	}

	/** Submits what an earlier run has left, if it is just what this run sends. */
	private async useLeft({ jobId }: Job): Promise<SentJob | undefined> {
		const { run, part } = this;
		const read = async () => await readComplete(run, jobId, part.contentItems);
		const requests = await unlessGone(read);
		if (!requests) return undefined;
		try {
			const left = await run.bringUpToDate(jobId, part.slot);
			const filled = { requests, failures: new Map() };
			const job = await this.finish(left, filled);
			return { ...part, ...filled, end: 'sent', job, outcome: 'continued' };
		} catch (error) {
			// Submitted or deleted meanwhile: the next look tells.
			const isOpen = (await readOr(run, { jobId, statusCode: CREATED }))?.statusCode === CREATED;
			if (error instanceof Overtaken || isOpen) throw asError(error);
			return undefined;
		}
	}

	/** The last steps of a complete job. */
	private async finish(job: Job, filled: Filled): Promise<Job> {
		const { run, part, known } = this;
		const { jobId } = job;
		const { providerId } = run.options;
		if (known.isUsed) await refuseOvertaken(run, known, job);
		// Somebody may submit it later, and with it what was added of failed items.
		if (providerId !== undefined || filled.failures.size > 0)
			await verifyJob(run, jobId, part.contentItems, filled);
		if (providerId === undefined)
			return run.digest === undefined ? job : await run.leave(jobId, part.slot);
		const submitted = await submitOnce(run, jobId, providerId);
		run.log(`submitted job ${jobId}`, { jobId, providerId });
		return submitted;
	}
}

/** Adds the requests and assets to a new job of this run. */
async function fillJob(
	run: Run,
	jobId: string,
	contentItems: readonly ContentItem[],
): Promise<Filled> {
	const filled: Filled = { requests: new Map(), failures: new Map() };
	const { requests, failures } = filled;
	const { partial, concurrency } = run.options;
	/** The requests that the job had before a call. */
	const known = new Set<string>();
	const add = async (contentItem: ContentItem) => {
		const { itemIndex } = contentItem;
		const client = run.client.forItem(itemIndex);
		try {
			requests.set(contentItem, await addItem(client, jobId, contentItem, known));
			run.log(`${requests.size} of ${contentItems.length} items are in job ${jobId}`, {
				jobId,
				item: itemIndex,
			});
		} catch (error) {
			failures.set(contentItem, toItemError(run.node, error, itemIndex));
		}
	};
	const goOn = () => (partial || failures.size === 0) && !run.isCancelled;
	await forEachConcurrent(contentItems, concurrency, add, goOn);
	return filled;
}

async function addItem(
	client: Client,
	jobId: string,
	contentItem: ContentItem,
	known: Set<string>,
): Promise<TranslationRequest[]> {
	const stored = await contentItem.content.store(client, jobId);
	if (!isSupportAsset(contentItem))
		return await addRequests(
			client,
			jobId,
			{ ...contentItem, ...stored },
			{ known, isNewContent: true },
		);
	const { requestName, extendedMetadata } = contentItem;
	if ('fmsFileId' in stored)
		await addSupportAsset(client, jobId, {
			...stored,
			description: requestName,
			extendedMetadata: { ...extendedMetadata, [ASSET_ID]: assetIdOf(contentItem) },
		});
	return [];
}

/** The service accepts no job without requests. */
const hasRequests = ({ requests }: Filled): boolean => [...requests.values()].flat().length > 0;

/** As it was, if it cannot be read. */
const readOr = async <T extends Job>({ client }: Run, job: T): Promise<Job | undefined> =>
	await findJob(client, job.jobId).catch(() => job);

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

/** The next look tells what became of it: it may have been submitted or deleted meanwhile. */
async function giveUpJob(run: Run, jobId: string): Promise<void> {
	try {
		await deleteJob(run.client, jobId);
		run.log(`deleted the unsubmitted job ${jobId}: this run sends its content`, { jobId });
	} catch (error) {
		if ((await findJob(run.client, jobId))?.statusCode === CREATED) throw asError(error);
	}
}

function takenAway({ jobId }: Job): OperationFailed {
	return new OperationFailed(
		`Job ${jobId} was deleted while this execution was sending it`,
		"Nothing was submitted. Another execution with the same content deletes a job that does not change for as long as 'Take Over After'. Run this again: it returns what the other execution has sent, or sends the content.",
	);
}
