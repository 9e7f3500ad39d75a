import type { INode } from 'n8n-workflow';

import type { WireLabels } from '../../../rules/labels';
import type { Client } from '../../../transport/client';
import { createJob, updateJob } from '../../jobs/jobs';
import type { Job } from '../../resources';
import type { JobSlot, Plan } from '../plan/plan';
import { newSenderId, type Part, runLabels, type RunMark, type Sender } from '../plan/runKey';

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
	/** How long to wait for the provider. Undefined: no wait. */
	waitMs?: number;
}

/** One sending: its labels on jobs tell it from others with the same content. */
export class Run {
	readonly startedAt = Date.now();
	/** By n8n's clock. Older runs do not count. */
	readonly windowStart: number;
	/** Jobs that this run created or took over. */
	readonly claimedJobs = new Map<string, { slot: JobSlot; createdByUs: boolean }>();
	private readonly sender: Sender = { id: newSenderId(), heartbeat: 0 };

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

	holds(mark: RunMark | undefined): boolean {
		return mark?.sender?.id === this.sender.id;
	}

	async createJob(slot: JobSlot): Promise<Job> {
		const { jobName } = slot;
		const fields = { ...this.plan.fields, jobName, labels: this.labels(slot) };
		const job = await createJob(this.client, fields);
		this.claimedJobs.set(job.jobId, { slot, createdByUs: true });
		this.log(`created job ${job.jobId}`, { jobId: job.jobId, runKey: this.digest });
		return job;
	}

	async takeOver(jobId: string, slot: JobSlot): Promise<void> {
		await updateJob(this.client, jobId, { labels: this.labels(slot) });
		this.claimedJobs.set(jobId, { slot, createdByUs: false });
		this.log(`continues the unsubmitted job ${jobId} of an earlier run`, {
			jobId,
			runKey: this.digest,
		});
	}

	/** Shows other runs that we still work on the job. */
	async beat(jobId: string, slot: JobSlot): Promise<void> {
		this.sender.heartbeat += 1;
		await updateJob(this.client, jobId, { labels: this.labels(slot) });
	}

	/** Removes our label, so that the next run need not wait for us. */
	async release(jobId: string, slot: JobSlot): Promise<void> {
		if (this.digest !== undefined)
			await updateJob(this.client, jobId, { labels: this.labels(slot, { released: true }) });
	}

	/** Gives a continued job the fields of this run. Labels stay: they hold the sender. */
	async bringUpToDate(jobId: string, { jobName }: JobSlot): Promise<Job> {
		const { labels: _labels, ...others } = this.plan.fields;
		return await updateJob(this.client, jobId, { ...others, jobName });
	}

	log(message: string, meta: Record<string, unknown>): void {
		const { context } = this.client;
		context.logger.info(`Translation Jobs: ${message}`, {
			...meta,
			workflowId: context.getWorkflow().id,
			node: this.node.name,
		});
	}

	private labels({ number, of }: Part, { released = false } = {}): WireLabels | undefined {
		const { digest, contentDigest: content, fields } = this.plan;
		if (digest === undefined) return fields.labels;
		const { startedAt, sender } = this;
		const mark = { digest, number, of, startedAt, content };
		return runLabels(fields.labels, released ? mark : { ...mark, sender });
	}
}
