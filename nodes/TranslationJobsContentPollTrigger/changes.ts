/** The first part of a poll: lists what changed, and sometimes all jobs. */
import type { Job } from '../api/resources';
import { logOf } from '../core/notices';
import { asError } from '../http/errors';
import { isReached } from '../rules/dates';
import { concernsAll } from '../triggers/isolatedReads';
import {
	canHaveDeliveries,
	deliveredCount,
	jobFingerprint,
	listAllJobs,
	newestChangedJobs,
} from './jobLists';
import { DAY_MS, dropJob, isReadAllDue, type Poll } from './memory';

/** So many jobs in a row that are as they were end the search for changed ones. */
const UNCHANGED_IN_A_ROW = 25;
/** Jobs that a poll reads if the service does not order the list. The sweep reads the rest. */
const MAX_UNORDERED = 1_000;
/** The share of a poll for listing all jobs, so that time remains for reading. */
const LISTING_SHARE = 0.5;

export class Changes {
	/** Listed by this poll and unchanged. */
	readonly unchanged = new Map<string, Job>();
	/** Why a later page could not be read. */
	failure?: Error;
	private hasListed = false;

	constructor(private readonly poll: Poll) {}

	/** Notes in the memory which jobs to read. */
	async list() {
		const { memory, settings } = this.poll;
		const { jobId } = settings.filters;
		if (jobId !== '') {
			memory.unread.set(jobId, undefined);
			return;
		}
		// At first every job is new, and the sweep lists them all.
		const isFirst = memory.sweptAt === undefined && memory.listed.size === 0;
		if (!isFirst) await this.keepListed(async () => await this.listChanged());
		if (this.isSweepDue()) await this.keepListed(async () => await this.sweep());
	}

	/** If a later page fails, what the pages before it show is still handed over. */
	private async keepListed(list: () => Promise<void>) {
		try {
			await list();
		} catch (error) {
			if (!this.hasListed || concernsAll(error)) throw asError(error);
			this.failure ??= asError(error);
			logOf(this.poll.client.context).warn(
				`Translation Jobs: not all jobs could be listed (${this.failure.message}). A later poll tries again.`,
			);
		}
	}

	/** Lists changed jobs, newest first. Without an order, lists as many as is cheap. */
	private async listChanged() {
		const { listed } = this.poll.memory;
		const seen = new Map<string, string>();
		let unchangedInARow = 0;
		let count = 0;
		for await (const { jobs, isInOrder } of newestChangedJobs(this.poll.client)) {
			for (const job of jobs) {
				const isAsBefore = this.isAsBefore(job, seen);
				unchangedInARow = isAsBefore ? unchangedInARow + 1 : 0;
				this.noteListed(job, this.hasNews(job, isAsBefore));
			}
			count += jobs.length;
			if (isInOrder ? unchangedInARow >= UNCHANGED_IN_A_ROW : count >= MAX_UNORDERED) break;
		}
		// Not of a list that failed: behind jobs that are as before, the next poll would look no further.
		for (const [jobId, fingerprint] of seen) listed.set(jobId, fingerprint);
	}

	private isSweepDue(): boolean {
		const { sweep, sweptAt } = this.poll.memory;
		if (sweep || sweptAt === undefined) return true;
		const { sweepIntervalMs } = this.poll.settings;
		return isReached(sweptAt + sweepIntervalMs, Date.now(), sweepIntervalMs);
	}

	/** Lists every job, and reads those that can have something new. */
	private async sweep() {
		const { client, memory, budget } = this.poll;
		const { listed, jobs, unread } = memory;
		// Counts may be wrong. So a sweep a day reads each job whatever they say.
		const isDaily = memory.readAllAt !== undefined && isReadAllDue(memory);
		const sweep = (memory.sweep ??= { isDaily, unlisted: new Set(listed.keys()) });
		const onJob = (job: Job) => {
			const isFirst = sweep.unlisted.delete(job.jobId);
			// Only counts can show that a job has nothing new.
			const isCounted = deliveredCount(this.poll.settings, job) !== undefined;
			this.noteListed(job, this.hasNews(job, this.isAsBefore(job)) || !isCounted);
			if (sweep.isDaily && isFirst && this.unchanged.has(job.jobId) && !unread.has(job.jobId))
				unread.set(job.jobId, undefined);
		};
		const shouldStop = () => budget.isUsedUp(LISTING_SHARE);
		sweep.createdBefore = await listAllJobs(client, sweep.createdBefore, onJob, shouldStop);
		if (sweep.createdBefore !== undefined) return;
		memory.sweptAt = Date.now();
		if (sweep.isDaily) memory.readAllAt = memory.sweptAt;
		// Also a process that never lasts a day must read all of them some time.
		memory.readAllAt ??= memory.sweptAt - Math.random() * DAY_MS;
		memory.sweep = undefined;
		// Deleted, archived, or missed because the list moved: only the job can tell.
		for (const jobId of sweep.unlisted) {
			listed.delete(jobId);
			if (jobs.has(jobId)) unread.set(jobId, undefined);
		}
	}

	/** As it was listed before. */
	private isAsBefore(job: Job, noted = this.poll.memory.listed): boolean {
		const fingerprint = jobFingerprint(job);
		const isSame = this.poll.memory.listed.get(job.jobId) === fingerprint;
		noted.set(job.jobId, fingerprint);
		return isSame;
	}

	/** Counts save the read of a job that has nothing, but not that of one that had something. */
	private hasNews(job: Job, isAsBefore: boolean): boolean {
		const { handOvers, memory, settings } = this.poll;
		const known = memory.jobs.get(job.jobId);
		const delivered = deliveredCount(settings, job);
		const hashes = [...(known?.deliveries.keys() ?? [])];
		if (delivered === 0 && hashes.length === 0) return false;
		// Somebody was faster.
		if (delivered === 0 && !isAsBefore && hashes.every((hash) => handOvers.attemptOf(hash) === 0)) {
			memory.jobs.set(job.jobId, { count: 0, deliveries: new Map() });
			return false;
		}
		return !known || !isAsBefore || (delivered !== undefined && delivered > known.count);
	}

	private noteListed(job: Job, hasNews: boolean) {
		this.hasListed = true;
		if (!canHaveDeliveries(this.poll.settings, job)) dropJob(this.poll, job.jobId);
		else if (hasNews) this.poll.memory.unread.set(job.jobId, job);
		else this.unchanged.set(job.jobId, job);
	}
}
