import type { INodeExecutionData } from 'n8n-workflow';

import { isMarkedArchived } from '../api/archive';
import { requestDeliveryKey } from '../api/deliveryKey';
import { readCounts, sumOf } from '../api/requestCounts';
import type { Job, TranslationRequest } from '../api/resources';
import { inBatches } from '../core/concurrency';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError, unlessGone } from '../http/errors';
import { isReached, serverMs } from '../rules/dates';
import { IN_REVIEW, JOB_NOT_IN_PROGRESS } from '../rules/statuses';
import { mayPassJob, passesJob, passesRequest } from '../triggers/filters';
import { concernsAll, IsolatedReads } from '../triggers/isolatedReads';
import { requestItem } from '../triggers/item';
import type { PollBudget } from '../triggers/pollBudget';
import { requestsUnlessArchived } from '../triggers/readJobsAndRequests';
import { shortHash } from '../triggers/shortHash';
import { chooseDailyReads, DAY_MS } from './dailyReads';
import { type DueAgain, nextGroup, notePoll, pollInterval } from './divide';
import type { HandOverMemory } from './handOverMemory';
import { listAllJobs, newestChangedJobs, readUnlessShown } from './jobLists';
import type { KnownJob, Memory, Sighting } from './memory';
import type { Settings } from './settings';

const CONCURRENCY = 10;
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
const MAX_RETRY_MS = 60 * MINUTE_MS;

const retryPause = (times: number, askedMs = 0): number =>
	Math.min(MAX_RETRY_MS, Math.max(askedMs, (times - 1) * 5 * MINUTE_MS));

const jobFingerprint = ({ modifiedDate, statusCode, aggregateRequests }: Job): string =>
	`${modifiedDate} ${statusCode} ${JSON.stringify(aggregateRequests ?? null)}`;

const isInProgress = (job: Job): boolean =>
	!JOB_NOT_IN_PROGRESS.includes(job.statusCode) && !isMarkedArchived(job);

export const canHaveDeliveries = ({ filters }: Settings, listed: Job): boolean =>
	isInProgress(listed) && mayPassJob(filters, listed);

/** How many requests are delivered, according to the job; undefined if it has no counts. */
export function deliveredCount({ statuses }: Settings, job: Job): number | undefined {
	const counts = readCounts(job);
	return counts && sumOf(counts, statuses);
}

export function deliveryItem(
	client: Client,
	job: Job,
	request: TranslationRequest,
	{ attempt = 1, deliveries = 1 } = {},
): INodeExecutionData {
	const origin = { environment: client.session.environment, arrivedBy: 'contentPoll' as const };
	return requestItem(origin, { event: 'translationReady', job, request, attempt, deliveries });
}

/** What an execution may hold. */
interface Turn {
	/** By the hash of the delivery key. */
	wants: (hash: string) => boolean;
	isMixed?: boolean;
}

/** One poll: lists recent changes, and sometimes all jobs, then reads what is new or due. */
export class Scan {
	private readonly found: Array<{ item: INodeExecutionData; modified: number }> = [];
	/** Listed by this poll and unchanged. */
	private readonly unchanged = new Map<string, Job>();
	private readonly reads: IsolatedReads;
	private itemCount = 0;
	private jobsRead = 0;
	private hasListed = false;
	private listFailure?: Error;

	constructor(
		private readonly client: Client,
		private readonly settings: Settings,
		private readonly handedOver: HandOverMemory,
		private readonly memory: Memory,
		private readonly budget: PollBudget,
	) {
		this.reads = new IsolatedReads(client);
	}

	get items(): INodeExecutionData[] {
		return [...this.found].sort((a, b) => a.modified - b.modified).map(({ item }) => item);
	}

	async run() {
		const { jobId } = this.settings.filters;
		if (jobId === '') await this.listJobs();
		else this.memory.unread.set(jobId, undefined);
		await this.takeTurns();
		if (this.listFailure && this.itemCount === 0) throw this.listFailure;
		this.reads.throwIfNoneWorked();
		this.forgetWhatIsGone();
	}

	private async listJobs() {
		const { changedUpTo } = this.memory;
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
			this.listFailure ??= asError(error);
			logOf(this.client.context).warn(
				`Translation Jobs: not all jobs could be listed (${this.listFailure.message}). A later poll tries again.`,
			);
		}
	}

	/** A job dated in the future must not make real changes look old. */
	private clampToNow(date: number): number {
		return Math.min(date, this.client.session.serverTime(Date.now()) + CLOCK_DRIFT_MS);
	}

	/** Lists changed jobs, newest first. Without an order, lists as many as is cheap. */
	private async listChanged(knownUpTo: number) {
		let newest = knownUpTo;
		let unchangedInARow = 0;
		let listed = 0;
		for await (const { jobs, isInOrder } of newestChangedJobs(this.client)) {
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
		this.memory.changedUpTo = this.clampToNow(newest);
	}

	private isSweepDue(): boolean {
		const { sweep, sweptAt } = this.memory;
		if (sweep || sweptAt === undefined) return true;
		const { sweepIntervalMs } = this.settings;
		// Either clock may have been wrong at that time.
		return this.clocks().some((now, clock) =>
			isReached(sweptAt[clock]! + sweepIntervalMs, now, sweepIntervalMs),
		);
	}

	private clocks(): [number, number] {
		const now = Date.now();
		return [now, this.client.session.serverTime(now)];
	}

	/** Lists every job, and reads those that can have something new. */
	private async sweep() {
		const { memory } = this;
		const sweep = (memory.sweep ??= { unlisted: new Set(memory.jobs.keys()), quiet: new Set() });
		let newest = 0;
		const onJob = (job: Job) => {
			newest = Math.max(newest, serverMs(job.modifiedDate) ?? 0);
			sweep.unlisted.delete(job.jobId);
			this.noteListed(job, (listed) => this.isSettled(listed));
			if (this.unchanged.has(job.jobId)) sweep.quiet.add(job.jobId);
		};
		const shouldStop = () => this.budget.isUsedUp(LISTING_SHARE);
		let isOver = false;
		try {
			sweep.createdBefore = await listAllJobs(this.client, sweep.createdBefore, onJob, shouldStop);
			isOver = true;
		} finally {
			if (isOver || this.hasListed) memory.changedUpTo ??= this.clampToNow(newest);
		}
		if (sweep.createdBefore !== undefined) return;
		this.readDaily(sweep.quiet);
		memory.sweptAt = this.clocks();
		memory.sweep = undefined;
		// Deleted, archived, or missed because the list moved: only the job can tell.
		for (const jobId of sweep.unlisted) memory.unread.set(jobId, undefined);
	}

	private readDaily(quiet: ReadonlySet<string>) {
		const { memory, settings } = this;
		const now = Date.now();
		const { jobIds, credit } = chooseDailyReads(
			[...quiet].map((jobId) => ({
				jobId,
				readAt: memory.unread.has(jobId) ? now : memory.jobs.get(jobId)?.readAt,
			})),
			{
				now,
				elapsedMs: memory.sweptAt && now - memory.sweptAt[0],
				sweepIntervalMs: settings.sweepIntervalMs,
				credit: memory.dailyCredit,
			},
		);
		memory.dailyCredit = credit;
		for (const jobId of jobIds) memory.unread.set(jobId, undefined);
	}

	/** Counts save the read of a job that has nothing, but not that of one that had something. */
	private hasChanged(job: Job): boolean {
		const known = this.memory.jobs.get(job.jobId);
		const delivered = deliveredCount(this.settings, job);
		if (delivered === 0 && !known?.deliveries.size) return false;
		return (
			!known ||
			known.fingerprint !== jobFingerprint(job) ||
			(delivered !== undefined && delivered > known.count)
		);
	}

	/** Only counts can show that a job has nothing new. */
	private isSettled(job: Job): boolean {
		return deliveredCount(this.settings, job) !== undefined && !this.hasChanged(job);
	}

	/** Forgets deliveries that were never handed over and that no count shows any more. */
	private forgetUncounted(job: Job) {
		const { jobs } = this.memory;
		const known = jobs.get(job.jobId);
		const fingerprint = jobFingerprint(job);
		if (!known || known.fingerprint === fingerprint || deliveredCount(this.settings, job) !== 0)
			return;
		if ([...known.deliveries.keys()].some((hash) => this.handedOver.attemptsOf(hash) > 0)) return;
		jobs.set(job.jobId, { ...known, fingerprint, count: 0, deliveries: new Map() });
	}

	/** Returns true if the job will be read. */
	private noteListed(job: Job, isSame: (job: Job) => boolean): boolean {
		this.hasListed = true;
		this.forgetUncounted(job);
		const isNew = !isSame(job);
		const isCandidate = canHaveDeliveries(this.settings, job);
		if (!isCandidate) this.dropJob(job.jobId);
		else if (isNew) this.memory.unread.set(job.jobId, job);
		else this.unchanged.set(job.jobId, job);
		return isCandidate && isNew;
	}

	private dropJob(jobId: string) {
		const { jobs, unread, failed } = this.memory;
		for (const hash of jobs.get(jobId)?.deliveries.keys() ?? []) this.handedOver.shelve(hash);
		for (const map of [jobs, unread, failed]) map.delete(jobId);
	}

	/**
	 * An execution holds new deliveries, or one group of those that come again. Where both are due,
	 * they take turns.
	 */
	private async takeTurns() {
		const { memory, settings } = this;
		memory.polls = notePoll(memory.polls, Date.now());
		if (!settings.dividesRepeated) return await this.readDue({ wants: () => true });
		let hadTurn = memory.isTurnOfRepeated;
		if (hadTurn) await this.handOverGroup();
		if (this.itemCount === 0)
			await this.readDue({ wants: (hash) => this.handedOver.attemptsOf(hash) === 0 });
		if (!hadTurn && this.itemCount === 0 && !this.isFull()) {
			hadTurn = true;
			await this.handOverGroup();
		}
		const left = this.dueAgain();
		memory.isTurnOfRepeated = !hadTurn && left.length > 0;
		memory.waited = new Map(left.map(({ hash, waited }) => [hash, waited + 1]));
	}

	/** If nothing of a group is in review any more, the next one follows. */
	private async handOverGroup() {
		const { polls, isTurnOfRepeated } = this.memory;
		const pace = {
			pollIntervalMs: pollInterval(polls),
			pollsPerTurn: isTurnOfRepeated ? 2 : 1,
		};
		let due = this.dueAgain();
		while (due.length > 0 && !this.isFull() && this.itemCount === 0) {
			const { hashes, isMixed } = nextGroup(due, pace);
			await this.readDue({ wants: (hash) => hashes.has(hash), isMixed }, []);
			due = due.filter(({ hash }) => !hashes.has(hash));
		}
	}

	private dueAgain(): DueAgain[] {
		const { jobs, waited } = this.memory;
		const now = Date.now();
		return [...jobs]
			.filter(([jobId]) => this.retryAt(jobId, now) <= now)
			.flatMap(([, { deliveries }]) => [...deliveries])
			.map(([hash, sighting]) => ({ hash, sighting, attempt: this.handedOver.attemptsOf(hash) }))
			.filter(
				({ hash, sighting, attempt }) => attempt > 0 && this.dueAt(hash, sighting, now) <= now,
			)
			.map(({ hash, attempt }) => ({
				hash,
				attempt: attempt + 1,
				isMixed: this.handedOver.isMixed(hash),
				waited: waited.get(hash) ?? 0,
			}));
	}

	/** Deliveries that were never handed over come first. */
	private async readDue(turn: Turn, unread: Iterable<string> = this.memory.unread.keys()) {
		const toRead = new Set(unread);
		const due = [...new Set([...toRead, ...this.memory.jobs.keys()])]
			.map((jobId) => ({ jobId, at: this.jobDueAt(jobId, turn, toRead) }))
			.filter(({ at }) => at <= Date.now())
			.sort((one, other) => one.at - other.at);
		await inBatches(
			due,
			CONCURRENCY,
			() => this.isFull(),
			async ({ jobId }) => await this.readOne(jobId, turn),
		);
	}

	private jobDueAt(jobId: string, turn: Turn, unread: ReadonlySet<string>): number {
		const now = Date.now();
		const retryAt = this.retryAt(jobId, now);
		if (unread.has(jobId)) return retryAt;
		let due = Infinity;
		for (const [hash, sighting] of this.memory.jobs.get(jobId)?.deliveries ?? [])
			if (turn.wants(hash)) due = Math.min(due, this.dueAt(hash, sighting, now));
		return Math.max(retryAt, due);
	}

	/** When to read a job again on which the service failed. */
	private retryAt(jobId: string, now: number): number {
		const { retryAt = 0, pauseMs = 0 } = this.memory.failed.get(jobId) ?? {};
		return isReached(retryAt, now, pauseMs) ? 0 : retryAt;
	}

	private dueAt(hash: string, sighting: Sighting, now: number): number {
		const again = this.handedOver.dueAt(hash, now, this.settings.againAfterMs);
		if (again !== undefined) return sighting.repeats ? again : Infinity;
		return this.isTooRecent(sighting, now) ? Infinity : 0;
	}

	/** Both clocks must agree: a date of the service alone may lie in the future forever. */
	private isTooRecent({ firstSeen, modified }: Sighting, now: number): boolean {
		const { minimumAgeMs } = this.settings;
		const age = this.client.session.serverTime(now) - (modified ?? -Infinity);
		return !isReached(firstSeen + minimumAgeMs, now, minimumAgeMs) && age < minimumAgeMs;
	}

	/** Out of room or time. At least a few jobs are read, so that every poll makes progress. */
	private isFull(): boolean {
		return this.itemCount >= this.settings.limit || (this.budget.isUsedUp() && this.jobsRead > 0);
	}

	private async readOne(jobId: string, turn: Turn) {
		const { client, memory, settings } = this;
		this.jobsRead += 1;
		const read = await this.reads.read(jobId, async () => {
			const listed = memory.unread.get(jobId) ?? this.unchanged.get(jobId);
			const job = await readUnlessShown(client, settings, jobId, listed);
			if (!job || !isInProgress(job)) return {};
			const known = { fingerprint: jobFingerprint(listed ?? job), readAt: Date.now() };
			if (!passesJob(settings.filters, job))
				return { other: { ...known, count: deliveredCount(settings, listed ?? job) ?? 0 } };
			if (this.isReadToday(job)) return { isQuiet: true };
			let isWhole = true;
			const onOddEntries = () => (isWhole = false);
			const { statuses } = settings;
			// A daily read trusts neither counts nor filters.
			const isDaily =
				settings.filters.jobId === '' && memory.unread.has(jobId) && !memory.unread.get(jobId);
			const least = isDaily ? undefined : deliveredCount(settings, job);
			const requests = await unlessGone(
				async () =>
					await requestsUnlessArchived(client, jobId, { statuses }, { onOddEntries, least }),
			);
			return { job, known, requests, isWhole };
		});
		if (!read) this.noteFailure(jobId);
		else if (read.isQuiet) memory.unread.delete(jobId);
		else if (read.job && read.requests)
			memory.jobs.set(jobId, {
				...read.known,
				...this.handOver(read.job, read.requests, turn, read.isWhole),
			});
		else this.dropJob(jobId);
		// Read again only when it changes, or once a day.
		if (read?.other) memory.jobs.set(jobId, { ...read.other, deliveries: new Map() });
	}

	/** The only job of a node has no sweep: while its counts show nothing, it is read once a day. */
	private isReadToday(job: Job): boolean {
		const known = this.memory.jobs.get(job.jobId);
		if (this.settings.filters.jobId === '' || !known || deliveredCount(this.settings, job) !== 0)
			return false;
		return known.deliveries.size === 0 && !isReached(known.readAt + DAY_MS, Date.now(), DAY_MS);
	}

	/** The next poll tries again, unless the service asked for a wait. After that, the pauses grow. */
	private noteFailure(jobId: string) {
		const { unread, failed } = this.memory;
		const times = (failed.get(jobId)?.times ?? 0) + 1;
		const pauseMs = retryPause(times, this.reads.waits.get(jobId));
		failed.set(jobId, { times, pauseMs, retryAt: Date.now() + pauseMs });
		if (unread.has(jobId)) unread.set(jobId, undefined);
	}

	/** Without `isWhole`, the list may hide what was handed over. */
	private handOver(
		job: Job,
		requests: readonly TranslationRequest[],
		turn: Turn,
		isWhole: boolean,
	): Pick<KnownJob, 'count' | 'deliveries'> {
		const { settings, memory, handedOver, client } = this;
		const { jobId } = job;
		const now = Date.now();
		const before = memory.jobs.get(jobId)?.deliveries;
		const deliveries = new Map<string, Sighting>();
		const due: Array<{ hash: string; request: TranslationRequest; at: number; modified: number }> =
			[];
		for (const request of requests.filter((listed) => passesRequest(settings.filters, listed))) {
			const { requestId, modifiedDate, statusCode } = request;
			const hash = shortHash(requestDeliveryKey({ requestId, modifiedDate, statusCode }));
			const modified = serverMs(modifiedDate);
			const repeats = settings.untilApproved && statusCode === IN_REVIEW;
			const firstSeen = before?.get(hash)?.firstSeen ?? now;
			const sighting = { requestId, firstSeen, modified, repeats };
			const at = this.dueAt(hash, sighting, now);
			if (at <= now && turn.wants(hash) && !deliveries.has(hash))
				due.push({ hash, request, at, modified: modified ?? Infinity });
			deliveries.set(hash, sighting);
		}
		const statuses = new Map(requests.map(({ requestId, statusCode }) => [requestId, statusCode]));
		for (const [hash, sighting] of before ?? []) {
			if (deliveries.has(hash)) continue;
			const status = statuses.get(sighting.requestId);
			if (status === undefined && !isWhole) {
				deliveries.set(hash, sighting);
				continue;
			}
			// Approved, it is still the same delivery.
			if (status === undefined || status === IN_REVIEW) handedOver.leave(sighting.requestId, hash);
			handedOver.forget(hash);
		}
		const inOrder = due.sort((a, b) => a.at - b.at || a.modified - b.modified);
		for (const { hash, request, modified } of inOrder.slice(0, settings.limit - this.itemCount)) {
			this.itemCount += 1;
			const pause = deliveries.get(hash)!.repeats ? settings.againAfterMs : undefined;
			handedOver.add(hash, now, pause, turn.isMixed);
			this.found.push({
				item: deliveryItem(client, job, request, {
					attempt: handedOver.attemptsOf(hash),
					deliveries: handedOver.deliveriesOf(request.requestId, hash),
				}),
				modified,
			});
		}
		const count = new Set(requests.map(({ requestId }) => requestId)).size;
		memory.unread.delete(jobId);
		memory.failed.delete(jobId);
		return { count, deliveries };
	}

	/** Once every job is read, forgets hand-overs that belong to no job. */
	private forgetWhatIsGone() {
		const { jobs, unread, sweptAt } = this.memory;
		if ((sweptAt === undefined && this.settings.filters.jobId === '') || unread.size > 0) return;
		this.handedOver.forgetAllBut(
			new Set([...jobs.values()].flatMap(({ deliveries }) => [...deliveries.keys()])),
		);
	}
}
