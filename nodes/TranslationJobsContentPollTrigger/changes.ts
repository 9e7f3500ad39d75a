/** The first part of a poll: lists what changed, and sometimes all jobs. */
import type { Job } from '../api/resources';
import { logOf } from '../core/notices';
import { asError } from '../http/errors';
import { isReached, serverMs } from '../rules/dates';
import { concernsAll } from '../triggers/isolatedReads';
import {
	canHaveDeliveries,
	deliveredCount,
	jobFingerprint,
	listAllJobs,
	newestChangedJobs,
} from './jobLists';
import { DAY_MS, dropJob, type Poll } from './memory';

const MINUTE_MS = 60_000;
/** How far below the newest job date to look again, for equal dates and jobs that appear late. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** So many unchanged jobs in a row, below the newest date, end the search for changed ones. */
const UNCHANGED_IN_A_ROW = 50;
/** Jobs that a poll reads if the service does not order the list. The sweep reads the rest. */
const MAX_UNORDERED = 1_000;
/** The service's clock is known to the second, and its dates may come from another machine. */
const CLOCK_DRIFT_MS = MINUTE_MS;
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
		const { changedUpTo } = memory;
		// Without a date every job is new, and the sweep lists them all.
		if (changedUpTo !== undefined)
			await this.keepListed(async () => await this.listChanged(changedUpTo));
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

	/** A job dated in the future must not make real changes look old. */
	private clampToNow(date: number): number {
		return Math.min(date, this.poll.client.session.serverTime(Date.now()) + CLOCK_DRIFT_MS);
	}

	/** Lists changed jobs, newest first. Without an order, lists as many as is cheap. */
	private async listChanged(knownUpTo: number) {
		let newest = knownUpTo;
		let unchangedInARow = 0;
		let listed = 0;
		for await (const { jobs, isInOrder } of newestChangedJobs(this.poll.client)) {
			// The response has just told the service's time.
			const changedUpTo = this.clampToNow(knownUpTo);
			for (const job of jobs) {
				const modified = serverMs(job.modifiedDate);
				const isOld = modified !== undefined && modified < changedUpTo - OVERLAP_MS;
				if (isOld && isInOrder) unchangedInARow = Infinity;
				if (isInOrder && unchangedInARow >= UNCHANGED_IN_A_ROW) break;
				if (modified !== undefined) newest = Math.max(newest, modified);
				if (this.noteListed(job, (listed) => !this.hasChanged(listed))) unchangedInARow = 0;
				else if (modified === undefined || modified <= changedUpTo) unchangedInARow += 1;
			}
			listed += jobs.length;
			if (isInOrder ? unchangedInARow >= UNCHANGED_IN_A_ROW : listed >= MAX_UNORDERED) break;
		}
		this.poll.memory.changedUpTo = this.clampToNow(newest);
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
		const sweep = (memory.sweep ??= { unlisted: new Set(memory.jobs.keys()) });
		let newest = 0;
		const onJob = (job: Job) => {
			newest = Math.max(newest, serverMs(job.modifiedDate) ?? 0);
			sweep.unlisted.delete(job.jobId);
			this.noteListed(job, (listed) => this.isSettled(listed));
			if (this.unchanged.has(job.jobId)) this.readDaily(job);
		};
		const shouldStop = () => budget.isUsedUp(LISTING_SHARE);
		let isOver = false;
		try {
			sweep.createdBefore = await listAllJobs(client, sweep.createdBefore, onJob, shouldStop);
			isOver = true;
		} finally {
			if (isOver || this.hasListed) memory.changedUpTo ??= this.clampToNow(newest);
		}
		if (sweep.createdBefore !== undefined) return;
		memory.sweptAt = Date.now();
		memory.sweep = undefined;
		// Deleted, archived, or missed because the list moved: only the job can tell.
		for (const jobId of sweep.unlisted) memory.unread.set(jobId, undefined);
	}

	/** Counts may be wrong. So each job is read once a day, the first time at any time of it. */
	private readDaily(job: Job) {
		const { jobs, unread } = this.poll.memory;
		const now = Date.now();
		const known = jobs.get(job.jobId);
		if (!known) {
			const readAt = now - Math.random() * DAY_MS;
			const fingerprint = jobFingerprint(job);
			jobs.set(job.jobId, { fingerprint, count: 0, readAt, deliveries: new Map() });
		} else if (isReached(known.readAt + DAY_MS, now, DAY_MS)) unread.set(job.jobId, undefined);
	}

	/** Counts save the read of a job that has nothing, but not that of one that had something. */
	private hasChanged(job: Job): boolean {
		const known = this.poll.memory.jobs.get(job.jobId);
		const delivered = deliveredCount(this.poll.settings, job);
		if (delivered === 0 && !known?.deliveries.size) return false;
		return (
			!known ||
			known.fingerprint !== jobFingerprint(job) ||
			(delivered !== undefined && delivered > known.count)
		);
	}

	/** Only counts can show that a job has nothing new. */
	private isSettled(job: Job): boolean {
		return deliveredCount(this.poll.settings, job) !== undefined && !this.hasChanged(job);
	}

	/** Forgets deliveries that were never handed over and that no count shows any more. */
	private forgetUncounted(job: Job) {
		const { memory, settings, handOvers } = this.poll;
		const known = memory.jobs.get(job.jobId);
		const fingerprint = jobFingerprint(job);
		if (!known || known.fingerprint === fingerprint || deliveredCount(settings, job) !== 0) return;
		if ([...known.deliveries.keys()].some((hash) => handOvers.attemptOf(hash) > 0)) return;
		memory.jobs.set(job.jobId, { ...known, fingerprint, count: 0, deliveries: new Map() });
	}

	/** Returns true if the job will be read. */
	private noteListed(job: Job, isSame: (job: Job) => boolean): boolean {
		this.hasListed = true;
		this.forgetUncounted(job);
		const isNew = !isSame(job);
		const isCandidate = canHaveDeliveries(this.poll.settings, job);
		if (!isCandidate) dropJob(this.poll, job.jobId);
		else if (isNew) this.poll.memory.unread.set(job.jobId, job);
		else this.unchanged.set(job.jobId, job);
		return isCandidate && isNew;
	}
}
