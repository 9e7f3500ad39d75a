import type { INode } from 'n8n-workflow';

import { createJob, getJob, patchJob } from '../../../api/jobs';
import type { Job } from '../../../api/resources';
import { logOf } from '../../../core/notices';
import type { Client } from '../../../http/client';
import { omit } from '../../../rules/json';
import { type LabelPair, readLabels } from '../../../rules/labels';
import {
	isSameRun,
	type JobSender,
	markLabels,
	newId,
	type Part,
	type RunMark,
	type Sender,
	sendingNode,
	workflowLabel,
} from '../../../rules/runLabels';
import type { JobSlot, Plan } from '../plan/plan';

export interface SendOptions {
	/** Undefined leaves the jobs unsubmitted. */
	providerId?: string;
	/** How far back to look for earlier runs. */
	windowHours: number;
	/** A job without a heartbeat for this long may be taken over. */
	leaseMs: number;
	/** The longest wait for another run with the same content. */
	otherRunWaitMs: number;
	concurrency: number;
	/** Good items go on without the bad ones. */
	partial: boolean;
	/** For unsubmitted jobs. */
	onFailure: 'delete' | 'keep';
	/** If the same content was sent before, and its job was cancelled. */
	onCancelled: 'stop' | 'sendAgain';
	/** How long to wait for the provider. Undefined: no wait. */
	waitMs?: number;
	/** Another node of the workflow will send. */
	anyNode?: boolean;
}

type Mark = Partial<RunMark> & Part;

/** One sending: its labels on jobs tell it from others with the same content. */
export class Run {
	readonly startedAt = Date.now();
	/** By n8n's clock. Older runs do not count. */
	readonly windowStart: number;
	/** Jobs that this run created or took over. */
	readonly claimedJobs = new Map<string, { slot: JobSlot; createdByUs: boolean }>();
	/** Jobs of earlier runs in which nobody translates anything any more. */
	readonly cancelledJobs = new Map<string, { job: Job; slot: JobSlot }>();
	private readonly sender: Sender = { id: newId(), heartbeat: 0 };

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

	holds(mark: RunMark | undefined): boolean {
		return mark?.sender?.id === this.sender.id;
	}

	async createJob(slot: JobSlot): Promise<Job> {
		const { fields } = this.plan;
		const labels = markLabels(fields.labels, this.from, this.mark(slot));
		const job = await createJob(this.client, { ...fields, jobName: slot.jobName, labels });
		this.claimedJobs.set(job.jobId, { slot, createdByUs: true });
		this.log(`created job ${job.jobId}`, { jobId: job.jobId, runKey: this.digest });
		return job;
	}

	/** Replaces the other sender's label, and adds the labels of this run to those of the job. */
	async takeOver(jobId: string, slot: JobSlot): Promise<void> {
		const job = await getJob(this.client, jobId);
		await this.writeMark(job, this.mark(slot), readLabels(this.plan.fields.labels));
		this.claimedJobs.set(jobId, { slot, createdByUs: false });
		this.log(`continues the unsubmitted job ${jobId} of an earlier run`, {
			jobId,
			runKey: this.digest,
		});
	}

	/** Shows other runs that we still work on the job, which was just read. */
	async beat(job: Job, slot: JobSlot): Promise<void> {
		this.sender.heartbeat += 1;
		await this.writeMark(job, this.mark(slot));
	}

	/** Removes our sender's label from a job that was just read: the next run need not wait. */
	async release(job: Job, slot: JobSlot): Promise<void> {
		if (this.digest === undefined) return;
		await this.writeMark(job, { ...this.mark(slot), sender: undefined });
	}

	/** Gives a continued job the fields of this run. Labels stay: they hold the sender. */
	async bringUpToDate(jobId: string, { jobName }: JobSlot): Promise<Job> {
		const fields = omit(this.plan.fields, 'labels');
		return await patchJob(this.client, jobId, { ...fields, jobName });
	}

	log(message: string, meta: Record<string, unknown>): void {
		const { context } = this.client;
		logOf(context).info(`Translation Jobs: ${message}`, {
			...meta,
			workflowId: context.getWorkflow().id,
			node: this.node.name,
		});
	}

	/** People may have changed the other labels since. They stay. */
	private async writeMark(
		{ jobId, labels }: Job,
		mark: Mark,
		own?: readonly LabelPair[],
	): Promise<void> {
		await patchJob(this.client, jobId, { labels: markLabels(labels, this.from, mark, own) });
	}

	/** A later run finds what this node and this workflow have sent. */
	private get from(): JobSender {
		const { id, name } = this.client.context.getWorkflow();
		return { workflow: workflowLabel(id, name), node: sendingNode(id, this.node.id) };
	}

	/** Only the part, if earlier runs do not matter. */
	private mark({ number, of }: Part): Mark {
		const { digest, contentDigest: content } = this.plan;
		const { startedAt, sender } = this;
		return { number, of, ...(digest === undefined ? {} : { digest, startedAt, content, sender }) };
	}
}
