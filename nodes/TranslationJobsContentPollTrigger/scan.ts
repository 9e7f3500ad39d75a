import type { INodeExecutionData } from 'n8n-workflow';

import type { Job } from '../shared/service/resources';
import type { Client } from '../shared/transport/client';
import { EachOnItsOwn } from '../shared/triggers/eachOnItsOwn';
import { passesJob } from '../shared/triggers/filters';
import { inBatches } from '../shared/triggers/inBatches';
import type { PollBudget } from '../shared/triggers/pollBudget';
import { readCounts } from '../shared/service/requestCounts';
import { serverMs } from '../shared/rules/serverTime';
import type { Cursor } from './cursor';
import { readDeliveries } from './deliveries';
import { newestChangedJobs, oneJob } from './jobLists';
import { type Listed, isInProgress, lookOf } from './listed';
import { type Memory, type Sweep, isDeepSweepDue } from './memory';
import type { Settings } from './settings';
import { listForSweep } from './sweepList';

const AT_ONCE = 10;
/** So many jobs in a row that have not changed, below the newest date known, end the search for changed ones. */
const UNCHANGED_IN_A_ROW = 50;
/** The service's clock is known to the second, and its dates may be those of another machine. */
const CLOCK_TOLERANCE_MS = 60_000;

/** One poll: what changed lately, what has come of age, and from time to time everything. */
export class Scan {
	private readonly found: Array<{ item: INodeExecutionData; modified: number }> = [];
	private readonly readNow = new Set<string>();
	/** How many jobs cost a call of their own. */
	private looked = 0;
	private readonly jobs: EachOnItsOwn;
	private claimed = 0;
	private newestListed = 0;

	constructor(
		private readonly client: Client,
		private readonly settings: Settings,
		private readonly cursor: Cursor,
		private readonly memory: Memory,
		private readonly budget: PollBudget,
	) {
		this.jobs = new EachOnItsOwn(client);
	}

	get items(): INodeExecutionData[] {
		return [...this.found].sort((a, b) => a.modified - b.modified).map(({ item }) => item);
	}

	async run() {
		await this.lookEverywhere();
		this.jobs.throwIfNoneWorked();
	}

	private async lookEverywhere() {
		const { cursor, settings } = this;
		if (settings.filters.jobId !== '') {
			await this.readAll(await this.list(oneJob(this.client, settings.filters.jobId)));
			return;
		}
		// Without a cursor everything is new; the sweep sees all of it.
		if (cursor.changedUpTo !== undefined) await this.findChanged(cursor.changedUpTo);
		await this.findOfAge();
		if (this.isSweepDue()) await this.sweep();
	}

	private now(): number {
		return this.client.serverTime(Date.now());
	}

	/** A job dated in the future must not make those that really change look old. */
	private plausible(date: number): number {
		return Math.min(date, this.now() + CLOCK_TOLERANCE_MS);
	}

	private toListed(job: Job): Listed {
		const modified = serverMs(job.modifiedDate);
		this.newestListed = Math.max(this.newestListed, modified ?? 0);
		return { job, modified, listedAt: this.now() };
	}

	private async list(jobs: AsyncIterable<Job>): Promise<Listed[]> {
		const listed: Listed[] = [];
		for await (const job of jobs) listed.push(this.toListed(job));
		return listed;
	}

	private isKnown({ job }: Listed): boolean {
		return this.memory.jobs.get(job.jobId)?.look === lookOf(job);
	}

	private isOfAge(jobId: string): boolean {
		return (this.memory.waiting.get(jobId) ?? Infinity) <= this.now();
	}

	/** Newest-changed jobs until well below the newest date known, whatever their status. */
	private async findChanged(changedUpTo: number) {
		const changed: Listed[] = [];
		let newest = changedUpTo;
		let unchangedInARow = 0;
		for await (const job of newestChangedJobs(this.client)) {
			const listed = this.toListed(job);
			const { modified } = listed;
			if (modified !== undefined && modified < changedUpTo - this.settings.overlapMs) break;
			if (modified !== undefined) newest = Math.max(newest, modified);
			if (!this.isKnown(listed) || this.isOfAge(job.jobId)) {
				changed.push(listed);
				unchangedInARow = 0;
			} else if (modified === undefined || modified <= changedUpTo) {
				unchangedInARow += 1;
				if (unchangedInARow >= UNCHANGED_IN_A_ROW) break;
			}
		}
		this.cursor.changedUpTo = this.plausible(newest);
		// What is left for the next poll must be found again.
		if (!(await this.readAll(changed))) this.cursor.changedUpTo = changedUpTo;
	}

	/** Those that are no longer among what changed lately. */
	private async findOfAge() {
		const { waiting } = this.memory;
		const due = [...waiting.keys()].filter((jobId) => this.isOfAge(jobId) && !this.readNow.has(jobId));
		await inBatches(due, AT_ONCE, () => this.isFull(), async (jobId) => {
			this.looked += 1;
			const listed = await this.jobs.read(jobId, async () => await this.list(oneJob(this.client, jobId)));
			if (listed?.length === 0) waiting.delete(jobId);
			await this.readAll(listed ?? []);
		});
	}

	private isSweepDue(): boolean {
		const { sweptAt } = this.cursor;
		if (this.isFull()) return false;
		const { sweepIntervalMs } = this.settings;
		if (this.memory.sweep !== undefined || sweptAt === undefined || sweepIntervalMs === 0) return true;
		// In the future: some clock was wrong then. Waiting for that day would be waiting in vain.
		return this.now() - sweptAt >= sweepIntervalMs || sweptAt > this.plausible(sweptAt);
	}

	/** Every job in progress; those whose requests cannot have changed are not read again. */
	private async sweep() {
		const { memory, cursor } = this;
		const isNew = memory.sweep === undefined;
		const sweep = (memory.sweep ??= this.newSweep());
		const { toRead, newest, listedAt, isEnd, createdBefore } = await listForSweep(this.client, sweep, {
			budget: this.budget,
			toListed: (job) => this.toListed(job),
			isSettled: (listed) => this.isSettled(listed, sweep),
		});
		// Before its first answer the service's time is not known.
		if (isNew) sweep.startedAt = listedAt ?? this.now();
		cursor.changedUpTo ??= this.plausible(newest);
		if (!(await this.readAll(toRead, sweep.done))) return;
		sweep.createdBefore = createdBefore;
		if (isEnd) this.endSweep(sweep);
	}

	private newSweep(): Sweep {
		return { startedAt: this.now(), isDeep: isDeepSweepDue(this.memory), done: new Set(), listed: new Set(), inProgress: new Set() };
	}

	/** Nothing can be new in this job. */
	private isSettled(listed: Listed, { done, isDeep }: Sweep): boolean {
		const { jobId } = listed.job;
		if (done.has(jobId) || this.readNow.has(jobId) || (!isDeep && this.cursor.datesFollow && this.isKnown(listed))) return true;
		if (this.canHaveDeliveries(listed.job)) return false;
		this.noteNothing(listed);
		return true;
	}

	private endSweep({ startedAt, isDeep, listed, inProgress }: Sweep) {
		const { memory, cursor } = this;
		cursor.sweptAt = startedAt;
		cursor.tidy(inProgress);
		memory.sweepsSinceDeep = isDeep ? 0 : memory.sweepsSinceDeep + 1;
		memory.sweep = undefined;
		for (const jobId of memory.jobs.keys()) if (!listed.has(jobId)) memory.jobs.delete(jobId);
		for (const jobId of memory.waiting.keys()) if (!listed.has(jobId)) memory.waiting.delete(jobId);
	}

	/** Out of room, or of time; however little time there is, a few jobs are read, so that polls come to an end. */
	private isFull(): boolean {
		return this.claimed >= this.settings.limit || (this.budget.isUsedUp() && this.looked > 0);
	}

	private claim(wanted: number): number {
		const granted = Math.min(wanted, this.settings.limit - this.claimed);
		this.claimed += granted;
		return granted;
	}

	/** Reads the requests of the jobs that can have deliveries. False if some had to be left for the next poll. */
	private async readAll(jobs: Listed[], done?: Set<string>): Promise<boolean> {
		const worth = jobs.filter((listed) => {
			const isWorth = this.canHaveDeliveries(listed.job);
			if (!isWorth) this.noteNothing(listed);
			return isWorth;
		});
		const results = await inBatches(worth, AT_ONCE, () => this.isFull(), async (listed) => {
			const isDone = await this.readJob(listed);
			if (isDone) done?.add(listed.job.jobId);
			return isDone;
		});
		return results.length === worth.length && results.every(Boolean);
	}

	private canHaveDeliveries(job: Job): boolean {
		if (!isInProgress(job) || !passesJob(this.settings.filters, job)) return false;
		const counts = readCounts(job);
		return !counts || this.settings.statuses.some((status) => (counts[status] ?? 0) > 0);
	}

	private noteLook({ job, modified }: Listed) {
		this.memory.jobs.set(job.jobId, { look: lookOf(job), modified });
	}

	private noteNothing(listed: Listed) {
		const { jobId } = listed.job;
		this.noteLook(listed);
		this.memory.waiting.delete(jobId);
		// What was handed over has left the review; whatever comes later has another key.
		const { upTo, recent } = this.cursor.markOf(jobId);
		if (recent.size > 0) this.cursor.setMark(jobId, { upTo, recent: new Set() });
	}

	private async readJob(listed: Listed): Promise<boolean> {
		const { client, settings, cursor, memory } = this;
		const { job, listedAt } = listed;
		this.looked += 1;
		const known = {
			mark: cursor.markOf(job.jobId),
			jobModified: memory.jobs.get(job.jobId)?.modified,
			listedAt,
			newestDate: Math.max(cursor.changedUpTo ?? 0, this.newestListed),
			claim: (wanted: number) => this.claim(wanted),
		};
		const deliveries = await this.jobs.read(job.jobId, async () => await readDeliveries(client, settings, job, known));
		if (!deliveries) {
			// It looks new to the next polls, which try again; when it is no longer among what changed lately, this brings it back.
			memory.waiting.set(job.jobId, listedAt + settings.overlapMs);
			return true;
		}
		this.readNow.add(job.jobId);
		this.found.push(...deliveries.items);
		if (deliveries.items.length > 0 || known.mark.upTo > 0 || known.mark.recent.size > 0) cursor.setMark(job.jobId, deliveries.mark);
		if (deliveries.dateFollowed !== undefined) cursor.observe(deliveries.dateFollowed);
		if (deliveries.isCut) return false;
		this.noteLook(listed);
		if (deliveries.waitUntil === undefined) memory.waiting.delete(job.jobId);
		else memory.waiting.set(job.jobId, deliveries.waitUntil);
		return true;
	}
}
