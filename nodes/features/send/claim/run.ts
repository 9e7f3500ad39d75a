import type { INode, NodeError } from 'n8n-workflow';

import { createJob, deleteJob, findJob, getJob, patchJob } from '../../../api/jobs';
import type { Job, TranslationRequest } from '../../../api/resources';
import { toItemError } from '../../../core/errors';
import { logOf } from '../../../core/notices';
import type { Client } from '../../../http/client';
import { readLabels } from '../../../rules/labels';
import {
	isSameRun,
	type JobSender,
	markLabels,
	type Part,
	type RunMark,
	sendingNode,
	workflowLabel,
} from '../../../rules/runLabels';
import { CREATED, statusTitle } from '../../../rules/statuses';
import type { ContentItem } from '../content';
import type { JobSlot, Plan, PlannedJob } from '../plan/plan';

export interface SendOptions {
	/** Undefined leaves the jobs unsubmitted. */
	providerId?: string;
	/** How far back to look for earlier runs. */
	windowHours: number;
	/** An unsubmitted job of another run that did not change for this long is given up. */
	takeOverMs: number;
	/** The longest wait for another run with the same content. Longer than `takeOverMs`. */
	otherRunWaitMs: number;
	concurrency: number;
	/** Good items go on without the bad ones. */
	partial: boolean;
	/** If the same content was sent before, and its job was cancelled or failed. */
	onCancelled: 'stop' | 'sendAgain';
	/** How long to wait for the provider. Undefined: no wait. */
	waitMs?: number;
	/** Another node of the workflow will send. */
	anyNode?: boolean;
	/** The user's run key, or empty. */
	ownKey: string;
}

/** One sending. The labels on its jobs tell it from others. */
export class Run {
	readonly startedAt = Date.now();
	/** By n8n's clock. Older runs do not count. */
	readonly windowStart: number;
	/** Jobs that this run has created, and neither submitted nor left. */
	readonly openJobs = new Set<string>();
	/** Jobs of earlier runs in which nobody translates anything any more. */
	readonly cancelledJobs = new Map<string, { job: Job; slot: JobSlot }>();
	/** Whether all jobs of the window were listed by date. */
	isSearched = false;

	constructor(
		readonly client: Client,
		readonly plan: Plan,
		readonly options: SendOptions,
	) {
		this.windowStart = this.startedAt - options.windowHours * 3_600_000;
	}

	get node(): INode {
		return this.client.context.getNode();
	}

	/** Undefined if earlier runs do not matter. */
	get digest(): string | undefined {
		return this.plan.digest;
	}

	get isCancelled(): boolean {
		return this.client.cancelSignal?.aborted === true;
	}

	isMarkedBy({ digest }: RunMark): boolean {
		return isSameRun(this.digest, digest, this.options);
	}

	async createJob(slot: JobSlot): Promise<Job> {
		const { fields } = this.plan;
		const labels = markLabels(fields.labels, this.from, this.mark(slot));
		const job = await createJob(this.client, { ...fields, jobName: slot.jobName, labels });
		this.openJobs.add(job.jobId);
		this.log(`created job ${job.jobId}`, { jobId: job.jobId, runKey: this.digest });
		return job;
	}

	/** Marks a complete job as unsubmitted on purpose. */
	async leave(jobId: string, slot: JobSlot): Promise<Job> {
		const { labels } = await getJob(this.client, jobId);
		const left = { ...this.mark(slot), isLeft: true };
		return await patchJob(this.client, jobId, { labels: markLabels(labels, this.from, left) });
	}

	/** Gives a job that an earlier run has left the fields of this run. */
	async bringUpToDate(jobId: string, slot: JobSlot): Promise<Job> {
		const { labels } = await getJob(this.client, jobId);
		const left = { ...this.mark(slot), isLeft: true };
		const { fields } = this.plan;
		return await patchJob(this.client, jobId, {
			...fields,
			jobName: slot.jobName,
			labels: markLabels(labels, this.from, left, readLabels(fields.labels)),
		});
	}

	/** Says what became of it. */
	async removeOwn(jobId: string): Promise<string> {
		this.openJobs.delete(jobId);
		try {
			const job = await findJob(this.client, jobId);
			if (!job) return '';
			if (job.statusCode !== CREATED)
				return `Job ${jobId} was left as it is (${statusTitle(job.statusCode)}).`;
			await deleteJob(this.client, jobId);
			this.log(`deleted the unsubmitted job ${jobId}`, { jobId });
			return `The unsubmitted job ${jobId} was deleted.`;
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			this.log(`the unsubmitted job ${jobId} could not be deleted`, { jobId, reason });
			return `The unsubmitted job ${jobId} is still there, because it could not be deleted (${reason}). Delete it, or run this again with the same content: then it is replaced.`;
		}
	}

	log(message: string, meta: Record<string, unknown>): void {
		const { context } = this.client;
		logOf(context).info(`Translation Jobs: ${message}`, {
			...meta,
			workflowId: context.getWorkflow().id,
			node: this.node.name,
		});
	}

	/** A later run finds what this node and this workflow have sent. */
	private get from(): JobSender {
		const { id, name } = this.client.context.getWorkflow();
		return { workflow: workflowLabel(id, name), node: sendingNode(id, this.node.id) };
	}

	/** Only the part, if earlier runs do not matter. */
	private mark({ number, of }: Part): Partial<RunMark> & Part {
		const { digest, contentDigest: content } = this.plan;
		const { startedAt } = this;
		return { number, of, ...(digest === undefined ? {} : { digest, startedAt, content }) };
	}
}

export type ItemRequests = Map<ContentItem, TranslationRequest[]>;
export type ItemFailures = Map<ContentItem, NodeError>;

export interface Filled {
	requests: ItemRequests;
	failures: ItemFailures;
}

export interface SentJob extends PlannedJob, Filled {
	end: 'sent';
	job: Job;
	/** Continued: an earlier run had left the complete job unsubmitted. */
	outcome: 'created' | 'continued' | 'alreadySent';
}

export interface GivenUp extends PlannedJob {
	end: 'givenUp';
	failures: ItemFailures;
}

export const giveUp = (
	{ node }: Run,
	part: PlannedJob,
	reason: Error,
	items: readonly ContentItem[] = part.contentItems,
): GivenUp => ({
	...part,
	end: 'givenUp',
	failures: new Map(items.map((item) => [item, toItemError(node, reason, item.itemIndex)])),
});

/** What became of one job. Sent is also what was left unsubmitted on purpose. */
export type JobResult = SentJob | GivenUp;

export const isSent = (result: JobResult): result is SentJob => result.end === 'sent';

/** This execution has submitted or made it. */
export const isSentNow = (result: JobResult): result is SentJob =>
	isSent(result) && result.outcome !== 'alreadySent';

/** What an earlier try of the node has submitted is left out. */
export const partsLeft = ({ jobs }: Plan, done: readonly JobResult[]): PlannedJob[] =>
	jobs.filter((job) => !done.some((other) => contentOf(other) === contentOf(job)));

const contentOf = ({ contentItems }: PlannedJob) =>
	JSON.stringify(contentItems.map(({ itemIndex, identity }) => [itemIndex, identity]));

/** Support assets go with every job. */
export const countOf = ({ jobs }: Plan): number =>
	new Set(jobs.flatMap(({ contentItems }) => contentItems)).size;
