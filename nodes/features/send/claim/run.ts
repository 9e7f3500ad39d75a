import type { INode } from 'n8n-workflow';

import { createJob, getJob, patchJob } from '../../../api/jobs';
import type { Job } from '../../../api/resources';
import { wait } from '../../../core/clock';
import { OperationFailed } from '../../../core/errors';
import { logOf } from '../../../core/notices';
import type { Client } from '../../../http/client';
import { asError, isGone } from '../../../http/errors';
import { omit } from '../../../rules/json';
import { type LabelPair, readLabels } from '../../../rules/labels';
import {
	isSameRun,
	type JobSender,
	markLabels,
	newId,
	type Part,
	readRunMark,
	type RunMark,
	type Sender,
	sendingNode,
	workflowLabel,
} from '../../../rules/runLabels';
import { CREATED } from '../../../rules/statuses';
import type { JobSlot, Plan } from '../plan/plan';

export interface SendOptions {
	/** Undefined leaves the jobs unsubmitted. */
	providerId?: string;
	/** How far back to look for earlier runs. */
	windowHours: number;
	/** A job without a heartbeat for this long may be taken over. */
	leaseMs: number;
	/** The longest wait for another run with the same content. Long enough to take over. */
	otherRunWaitMs: number;
	concurrency: number;
	/** Good items go on without the bad ones. */
	partial: boolean;
	/** For unsubmitted jobs. */
	onFailure: 'delete' | 'keep';
	/** If the same content was sent before, and its job was cancelled or failed. */
	onCancelled: 'stop' | 'sendAgain';
	/** How long to wait for the provider. Undefined: no wait. */
	waitMs?: number;
	/** Another node of the workflow will send. */
	anyNode?: boolean;
	/** The user's run key, or empty. */
	ownKey: string;
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
	/** How the whole window was searched by date, if it was. */
	searched?: 'narrow' | 'wide';
	readonly sender: Sender = { id: newId(), heartbeat: 0 };

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

const SIGNS_PER_LEASE = 3;

interface Held {
	slot: JobSlot;
	confirmedAt: number;
	isLost: boolean;
	/** A second renewal could overwrite the label of a run that took the job over. */
	confirming?: Promise<void>;
}

/** Keeps our label on the jobs that this run fills. */
export class Lease {
	private readonly ended = new AbortController();
	private readonly held = new Map<string, Held>();
	private readonly beating: Promise<void>;

	constructor(private readonly run: Run) {
		this.beating = run.digest === undefined ? Promise.resolve() : this.beat();
	}

	hold(jobId: string, slot: JobSlot): void {
		this.held.set(jobId, { slot, confirmedAt: Date.now(), isLost: false });
	}

	/** Call before each change: fails if another run has taken the job over. */
	async check(jobId: string): Promise<void> {
		const held = this.held.get(jobId);
		if (this.run.digest === undefined || !held) return;
		if (!held.isLost && Date.now() - held.confirmedAt > this.run.options.leaseMs)
			await this.confirm(jobId);
		if (held.isLost) {
			throw new OperationFailed(
				`Job ${jobId} was taken over by another execution that sends the same content`,
				'This one was silent for too long, for example because the machine slept. Run it again: it returns what the other execution has sent.',
			);
		}
	}

	async end(): Promise<void> {
		this.ended.abort();
		await this.beating;
	}

	private async beat(): Promise<void> {
		while (await wait(this.run.options.leaseMs / SIGNS_PER_LEASE, this.ended.signal)) {
			for (const jobId of this.held.keys()) {
				try {
					await this.confirm(jobId);
				} catch (error) {
					// The next heartbeat or check tries again.
					logOf(this.run.client.context).warn(
						`Translation Jobs: no sign of life could be left on job ${jobId}`,
						{ jobId, reason: error instanceof Error ? error.message : String(error) },
					);
				}
			}
		}
	}

	private async confirm(jobId: string): Promise<void> {
		const held = this.held.get(jobId);
		if (!held || held.isLost) return;
		held.confirming ??= this.renew(jobId, held).finally(() => (held.confirming = undefined));
		await held.confirming;
	}

	private async renew(jobId: string, held: Held): Promise<void> {
		const at = Date.now();
		let job: Job;
		try {
			job = await getJob(this.run.client, jobId);
			if (job.statusCode !== CREATED || !this.run.holds(readRunMark(job.labels))) {
				held.isLost = true;
				return;
			}
		} catch (error) {
			if (!isGone(error)) throw asError(error);
			held.isLost = true;
			return;
		}
		await this.run.beat(job, held.slot);
		held.confirmedAt = at;
	}
}
