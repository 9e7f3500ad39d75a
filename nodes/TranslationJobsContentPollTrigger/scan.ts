import type { INodeExecutionData } from 'n8n-workflow';

import { requestDeliveryKey } from '../shared/rules/deliveryKey';
import { serverMs } from '../shared/rules/time/serverTime';
import { saysArchived } from '../shared/service/jobs/archive';
import type { Job, TranslationRequest } from '../shared/service/resources';
import { IN_REVIEW } from '../shared/rules/statuses';
import type { Client } from '../shared/transport/client';
import { unlessGone } from '../shared/transport/pipeline/errors';
import { IsolatedReads } from '../shared/triggers/isolatedReads';
import { passesJob, passesRequest } from '../shared/triggers/filters';
import { inBatches } from '../shared/concurrency/inBatches';
import { requestItem } from '../shared/triggers/item';
import type { PollBudget } from '../shared/triggers/pollBudget';
import { requestsUnlessArchived } from '../shared/triggers/readBack';
import { readCounts } from '../shared/service/jobs/requestCounts';
import { shortHash } from '../shared/triggers/shortHash';
import type { HandedOver } from './handedOver';
import { listAllJobs, newestChangedJobs, readJob } from './jobLists';
import type { Memory, Sighting } from './memory';
import type { Settings } from './settings';

const AT_ONCE = 10;
const MINUTE_MS = 60_000;
/** How far below the newest job date already seen is looked again: for equal dates, and rows that become visible late. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** So many jobs in a row that need not be read, below the newest date known, end the search for changed ones. */
const UNCHANGED_IN_A_ROW = 50;
/** A list that the service does not order is read so far by every poll; the rest of it only by the sweep. */
const MOST_UNORDERED = 1_000;
/** The service's clock is known to the second, and its dates may be those of another machine. */
const CLOCK_DRIFT_MS = MINUTE_MS;
/** How much of a poll's time the list of all jobs may take, so that there is some left for reading. */
const LISTING_SHARE = 0.5;
/** A look that stays the same may hide a translation that replaced another one, so even then a job is read once a day. */
const BELIEVED_MS = 24 * 60 * MINUTE_MS;
const LONGEST_RETRY_MS = 60 * MINUTE_MS;

/** Not so a cancelled job: what was delivered before is there to be fetched. */
const NOT_IN_PROGRESS = ['CREATED', 'COMPLETED'];

/** Tells whether a job has changed since it was last listed. */
const jobFingerprint = ({ modifiedDate, statusCode, aggregateRequests }: Job): string =>
	`${modifiedDate} ${statusCode} ${JSON.stringify(aggregateRequests ?? null)}`;

/** The statuses of this job's requests that are worth asking for; undefined if there is nothing to be found. */
export function statusesToRead({ filters, statuses }: Settings, job: Job): string[] | undefined {
	if (NOT_IN_PROGRESS.includes(job.statusCode) || saysArchived(job) || !passesJob(filters, job)) return undefined;
	const counts = readCounts(job);
	const present = counts ? statuses.filter((status) => (counts[status] ?? 0) > 0) : statuses;
	return present.length > 0 ? present : undefined;
}

export function deliveryItem(client: Client, job: Job, request: TranslationRequest, attempt: number): INodeExecutionData {
	const origin = { environment: client.environment, arrivedBy: 'contentPoll' as const };
	return requestItem(origin, { event: 'translationReady', job, request, attempt });
}

/** One poll: lists what changed lately, and from time to time everything; then reads what is new or due. */
export class Scan {
	private readonly found: Array<{ item: INodeExecutionData; modified: number }> = [];
	/** Listed by this poll, and as they were before. */
	private readonly unchanged = new Map<string, Job>();
	private readonly each: IsolatedReads;
	private claimed = 0;
	private looked = 0;

	constructor(
		private readonly client: Client,
		private readonly settings: Settings,
		private readonly handedOver: HandedOver,
		private readonly memory: Memory,
		private readonly budget: PollBudget,
	) {
		this.each = new IsolatedReads(client);
	}

	get items(): INodeExecutionData[] {
		return [...this.found].sort((a, b) => a.modified - b.modified).map(({ item }) => item);
	}

	async run() {
		const { jobId } = this.settings.filters;
		if (jobId === '') await this.listJobs();
		else this.memory.unread.set(jobId, undefined);
		await this.readDue();
		this.each.throwIfNoneWorked();
		this.forgetWhatIsGone();
	}

	private async listJobs() {
		const { changedUpTo } = this.memory;
		// Without a date everything is new; the sweep sees all of it.
		if (changedUpTo !== undefined) await this.listChanged(changedUpTo);
		if (this.isSweepDue()) await this.sweep();
	}

	/** A job dated in the future must not make those that really change look old. */
	private plausible(date: number): number {
		return Math.min(date, this.client.serverTime(Date.now()) + CLOCK_DRIFT_MS);
	}

	/** Newest-changed jobs until well below the newest date known, whatever their status. Without an order, all of them, as far as that is cheap. */
	private async listChanged(changedUpTo: number) {
		let newest = changedUpTo;
		let unchangedInARow = 0;
		let listed = 0;
		for await (const { jobs, isInOrder } of newestChangedJobs(this.client)) {
			for (const job of jobs) {
				const modified = serverMs(job.modifiedDate);
				const isOld = modified !== undefined && modified < changedUpTo - OVERLAP_MS;
				if (isOld && isInOrder) unchangedInARow = Infinity;
				if (isInOrder && unchangedInARow >= UNCHANGED_IN_A_ROW) break;
				if (modified !== undefined) newest = Math.max(newest, modified);
				if (this.noteListed(job, this.hasChanged(job))) unchangedInARow = 0;
				else if (modified === undefined || modified <= changedUpTo) unchangedInARow += 1;
			}
			listed += jobs.length;
			if (isInOrder ? unchangedInARow >= UNCHANGED_IN_A_ROW : listed >= MOST_UNORDERED) break;
		}
		this.memory.changedUpTo = this.plausible(newest);
	}

	private isSweepDue(): boolean {
		const { sweep, sweptAt } = this.memory;
		if (sweep || sweptAt === undefined) return true;
		// Either clock may have been wrong when it was read.
		return this.clocks().some((now, clock) => Math.abs(now - sweptAt[clock]!) >= this.settings.sweepIntervalMs);
	}

	/** n8n's, and the service's. */
	private clocks(): [number, number] {
		const now = Date.now();
		return [now, this.client.serverTime(now)];
	}

	/** Every job; those in which nothing can be new are not read. */
	private async sweep() {
		const { memory } = this;
		const sweep = (memory.sweep ??= { unlisted: new Set(memory.jobs.keys()) });
		let newest = 0;
		const see = (job: Job) => {
			newest = Math.max(newest, serverMs(job.modifiedDate) ?? 0);
			sweep.unlisted.delete(job.jobId);
			this.noteListed(job, !this.isSettled(job));
		};
		const hasToStop = () => this.budget.isUsedUp(LISTING_SHARE);
		sweep.createdBefore = await listAllJobs(this.client, sweep.createdBefore, see, hasToStop);
		memory.changedUpTo ??= this.plausible(newest);
		if (sweep.createdBefore !== undefined) return;
		memory.sweptAt = this.clocks();
		memory.sweep = undefined;
		// Deleted or archived, or passed over because the list moved while it was read: only the job itself can tell.
		for (const jobId of sweep.unlisted) memory.unread.set(jobId, undefined);
	}

	private hasChanged(job: Job): boolean {
		const known = this.memory.jobs.get(job.jobId);
		const told = this.countTold(job);
		return !known || known.look !== jobFingerprint(job) || (told !== undefined && told !== known.count);
	}

	/** Only counts can tell that nothing is new in a job. */
	private isSettled(job: Job): boolean {
		const known = this.memory.jobs.get(job.jobId);
		if (!known || this.countTold(job) === undefined || this.hasChanged(job)) return false;
		return Math.abs(Date.now() - known.readAt) < BELIEVED_MS;
	}

	/** How many requests are delivered, by the word of their job; undefined if it tells nothing. */
	private countTold(job: Job): number | undefined {
		const counts = readCounts(job);
		return counts && this.settings.statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
	}

	/** Returns whether the job will be read. */
	private noteListed(job: Job, isNew: boolean): boolean {
		const canHaveDeliveries = statusesToRead(this.settings, job) !== undefined;
		if (!canHaveDeliveries) this.dropJob(job.jobId);
		else if (isNew) this.memory.unread.set(job.jobId, job);
		else this.unchanged.set(job.jobId, job);
		return canHaveDeliveries && isNew;
	}

	/** Nothing of this job is in review any more. */
	private dropJob(jobId: string) {
		const { jobs, unread, failed } = this.memory;
		for (const hash of jobs.get(jobId)?.deliveries.keys() ?? []) this.handedOver.forget(hash);
		for (const each of [jobs, unread, failed]) each.delete(jobId);
	}

	/** What is due first comes first: what was never handed over before what comes again. */
	private async readDue() {
		const { jobs, unread } = this.memory;
		const due = [...new Set([...unread.keys(), ...jobs.keys()])]
			.map((jobId) => ({ jobId, at: this.jobDueAt(jobId) }))
			.filter(({ at }) => at <= Date.now())
			.sort((one, other) => one.at - other.at);
		await inBatches(due, AT_ONCE, () => this.isFull(), async ({ jobId }) => await this.readOne(jobId));
	}

	private jobDueAt(jobId: string): number {
		const { jobs, unread, failed } = this.memory;
		const retryAt = failed.get(jobId)?.retryAt ?? 0;
		if (unread.has(jobId)) return retryAt;
		const now = Date.now();
		let due = Infinity;
		for (const [hash, sighting] of jobs.get(jobId)?.deliveries ?? []) due = Math.min(due, this.dueAt(hash, sighting, now));
		return Math.max(retryAt, due);
	}

	private dueAt(hash: string, sighting: Sighting, now: number): number {
		const again = this.handedOver.dueAt(hash, now);
		if (again !== undefined) return sighting.repeats ? again : Infinity;
		return this.isYoung(sighting, now) ? Infinity : 0;
	}

	/** Both clocks have to say so: a date of the service alone may lie in the future for ever. */
	private isYoung({ firstSeen, modified }: Sighting, now: number): boolean {
		const { minimumAgeMs } = this.settings;
		const age = this.client.serverTime(now) - (modified ?? -Infinity);
		return now - firstSeen < minimumAgeMs && age < minimumAgeMs;
	}

	/** Out of room, or of time; however little time there is, a few jobs are read, so that polls come to an end. */
	private isFull(): boolean {
		return this.claimed >= this.settings.limit || (this.budget.isUsedUp() && this.looked > 0);
	}

	private async readOne(jobId: string) {
		const { client, memory } = this;
		this.looked += 1;
		const read = await this.each.read(jobId, async () => {
			const job = memory.unread.get(jobId) ?? this.unchanged.get(jobId) ?? (await readJob(client, jobId));
			const statuses = job && statusesToRead(this.settings, job);
			if (!statuses) return {};
			const requests = await unlessGone(client.context.getNode(), async () => await requestsUnlessArchived(client, jobId, { statuses }));
			return { job, requests };
		});
		if (!read) this.noteFailure(jobId);
		else if (read.job && read.requests) this.handOver(read.job, read.requests);
		else this.dropJob(jobId);
	}

	/** The next poll tries again, then a later one. */
	private noteFailure(jobId: string) {
		const { unread, failed } = this.memory;
		const times = (failed.get(jobId)?.times ?? 0) + 1;
		failed.set(jobId, { times, retryAt: Date.now() + Math.min(LONGEST_RETRY_MS, (times - 1) * 5 * MINUTE_MS) });
		if (unread.has(jobId)) unread.set(jobId, undefined);
	}

	private handOver(job: Job, requests: readonly TranslationRequest[]) {
		const { settings, memory, handedOver, client } = this;
		const { jobId } = job;
		const now = Date.now();
		const before = memory.jobs.get(jobId)?.deliveries;
		const deliveries = new Map<string, Sighting>();
		const due: Array<{ hash: string; request: TranslationRequest; at: number; modified: number }> = [];
		for (const request of requests.filter((each) => passesRequest(settings.filters, each))) {
			const { requestId, modifiedDate, statusCode } = request;
			const hash = shortHash(requestDeliveryKey({ requestId, modifiedDate, statusCode }));
			const modified = serverMs(modifiedDate);
			const repeats = settings.untilApproved && statusCode === IN_REVIEW;
			const sighting = { firstSeen: before?.get(hash)?.firstSeen ?? now, modified, repeats };
			const at = this.dueAt(hash, sighting, now);
			if (at <= now && !deliveries.has(hash)) due.push({ hash, request, at, modified: modified ?? Infinity });
			deliveries.set(hash, sighting);
		}
		const inOrder = due.sort((a, b) => a.at - b.at || a.modified - b.modified);
		for (const { hash, request, modified } of inOrder.slice(0, settings.limit - this.claimed)) {
			this.claimed += 1;
			handedOver.add(hash, now, deliveries.get(hash)!.repeats ? settings.againAfterMs : undefined);
			this.found.push({ item: deliveryItem(client, job, request, handedOver.attemptsOf(hash)), modified });
		}
		for (const hash of before?.keys() ?? []) if (!deliveries.has(hash)) handedOver.forget(hash);
		const count = new Set(requests.map(({ requestId }) => requestId)).size;
		memory.jobs.set(jobId, { look: jobFingerprint(job), count, readAt: now, deliveries });
		memory.unread.delete(jobId);
		memory.failed.delete(jobId);
	}

	/** What was handed over and is in no job any more, once this process has read every job. */
	private forgetWhatIsGone() {
		const { jobs, unread, sweptAt } = this.memory;
		if ((sweptAt === undefined && this.settings.filters.jobId === '') || unread.size > 0) return;
		this.handedOver.forgetAllBut(new Set([...jobs.values()].flatMap(({ deliveries }) => [...deliveries.keys()])));
	}
}
