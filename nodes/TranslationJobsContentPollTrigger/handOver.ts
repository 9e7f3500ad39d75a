/** The third part of a poll: reads the jobs that are due, and hands over their deliveries. */
import type { INodeExecutionData } from 'n8n-workflow';

import { isInArchive } from '../api/archive';
import { requestDeliveryKey } from '../api/deliveryKey';
import { getJob } from '../api/jobs';
import type { Job, TranslationRequest } from '../api/resources';
import { shortHash } from '../core/caches';
import type { Client } from '../http/client';
import { asError, isGone, unlessGone } from '../http/errors';
import { serverMs } from '../rules/dates';
import { IN_REVIEW } from '../rules/statuses';
import { passesJob, passesRequest } from '../triggers/filters';
import { IsolatedReads } from '../triggers/isolatedReads';
import { requestItem } from '../triggers/item';
import { forEachInTime } from '../triggers/poll';
import { readInStatus } from '../triggers/readBack';
import { dueAt, jobsDue, type Wants } from './due';
import { deliveredCount, isInProgress, readUnlessShown } from './jobLists';
import {
	deliveriesOf,
	dropJob,
	isReadAllDue,
	type KnownJob,
	noteLeft,
	type Poll,
	type Sighting,
} from './memory';

const MINUTE_MS = 60_000;
const MAX_RETRY_MS = 60 * MINUTE_MS;

const retryPause = (times: number, askedMs = 0): number =>
	Math.min(MAX_RETRY_MS, Math.max(askedMs, (times - 1) * 5 * MINUTE_MS));

/** A job that is there has its requests, whatever one answer says: what was handed over stays known. */
async function unlessJobGone<T>(
	client: Client,
	jobId: string,
	read: () => Promise<T>,
): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (!isGone(error)) throw asError(error);
		const job = await unlessGone(async () => await getJob(client, jobId));
		if (job && !(await isInArchive(client, job))) throw asError(error);
		return undefined;
	}
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

interface Due {
	hash: string;
	request: TranslationRequest;
	at: number;
	modified: number;
}

type JobRead =
	/** Or it is not in progress. */
	| { is: 'gone' }
	| { is: 'filtered'; known: KnownJob }
	/** Read today, and its counts show nothing. */
	| { is: 'quiet' }
	| { is: 'read'; job: Job; requests: TranslationRequest[]; isWhole: boolean };

export class HandOver {
	private readonly found: Array<{ item: INodeExecutionData; modified: number }> = [];
	private readonly reads: IsolatedReads;
	private jobsRead = 0;

	/** @param unchanged - Jobs as this poll has listed them. */
	constructor(
		private readonly poll: Poll,
		private readonly unchanged: ReadonlyMap<string, Job>,
	) {
		this.reads = new IsolatedReads(poll.client);
	}

	get count(): number {
		return this.found.length;
	}

	get items(): INodeExecutionData[] {
		return [...this.found].sort((a, b) => a.modified - b.modified).map(({ item }) => item);
	}

	throwIfNoneWorked() {
		this.reads.throwIfNoneWorked();
	}

	/** Out of room or time. */
	isFull(): boolean {
		const { settings, budget } = this.poll;
		return this.count >= settings.limit || (budget.isUsedUp() && this.jobsRead > 0);
	}

	async readDue(wants: Wants, unread: Iterable<string> = this.poll.memory.unread.keys()) {
		const { budget, settings } = this.poll;
		await forEachInTime(
			budget,
			jobsDue(this.poll, wants, new Set(unread)),
			async (jobId) => await this.readOne(jobId, wants),
			() => this.count < settings.limit,
		);
	}

	private async readOne(jobId: string, wants: Wants) {
		const { memory, settings } = this.poll;
		this.jobsRead += 1;
		const read = await this.reads.read(jobId, async () => await this.readJob(jobId));
		if (!read) return this.noteFailure(jobId);
		if (read.is === 'read') {
			const { job, requests, isWhole } = read;
			memory.jobs.set(jobId, this.handOver(job, requests, wants, isWhole));
			if (settings.filters.jobId !== '') memory.readAllAt = Date.now();
			return;
		}
		if (read.is === 'quiet') {
			memory.unread.delete(jobId);
			return;
		}
		dropJob(this.poll, jobId);
		// Read again only when it changes, or once a day.
		if (read.is === 'filtered') memory.jobs.set(jobId, read.known);
	}

	private async readJob(jobId: string): Promise<JobRead> {
		const { client, memory, settings } = this.poll;
		const { filters, statuses } = settings;
		const listed = memory.unread.get(jobId) ?? this.unchanged.get(jobId);
		const job = await readUnlessShown(client, settings, jobId, listed);
		if (!job || !isInProgress(job)) return { is: 'gone' };
		if (!passesJob(filters, job)) {
			const count = deliveredCount(settings, listed ?? job) ?? 0;
			return { is: 'filtered', known: { count, deliveries: new Map() } };
		}
		if (this.isReadToday(job)) return { is: 'quiet' };
		// A daily read trusts neither counts nor filters.
		const isDaily = filters.jobId === '' && memory.unread.has(jobId) && !memory.unread.get(jobId);
		const least = isDaily ? undefined : deliveredCount(settings, job);
		const read = await unlessJobGone(
			client,
			jobId,
			async () => await readInStatus(client, jobId, statuses, least),
		);
		return read ? { is: 'read', job, ...read } : { is: 'gone' };
	}

	/** The only job of a node has no sweep: while its counts show nothing, it is read once a day. */
	private isReadToday(job: Job): boolean {
		const { memory, settings } = this.poll;
		if (settings.filters.jobId === '') return false;
		const known = memory.jobs.get(job.jobId);
		const isQuiet = known?.deliveries.size === 0 && deliveredCount(settings, job) === 0;
		return isQuiet && !isReadAllDue(memory);
	}

	/** The next poll tries again, unless the service asked for a wait. After that, the pauses grow. */
	private noteFailure(jobId: string) {
		const { unread, failed } = this.poll.memory;
		const times = (failed.get(jobId)?.times ?? 0) + 1;
		const pauseMs = retryPause(times, this.reads.waits.get(jobId));
		failed.set(jobId, { times, pauseMs, retryAt: Date.now() + pauseMs });
		if (unread.has(jobId)) unread.set(jobId, undefined);
	}

	private handOver(
		job: Job,
		requests: readonly TranslationRequest[],
		wants: Wants,
		isWhole: boolean,
	): KnownJob {
		const { settings, memory } = this.poll;
		const { jobId } = job;
		const now = Date.now();
		const before: KnownJob['deliveries'] = memory.jobs.get(jobId)?.deliveries ?? new Map();
		const deliveries = new Map<string, Sighting>();
		const due: Due[] = [];
		for (const request of requests.filter((listed) => passesRequest(settings.filters, listed))) {
			const { requestId, modifiedDate, statusCode } = request;
			const hash = shortHash(requestDeliveryKey({ requestId, modifiedDate, statusCode }));
			const modified = serverMs(modifiedDate);
			const repeats = settings.untilApproved && statusCode === IN_REVIEW;
			const sighting = { requestId, modified, repeats };
			const at = dueAt(this.poll, hash, sighting, now);
			if (at <= now && wants(hash) && !deliveries.has(hash))
				due.push({ hash, request, at, modified: modified ?? Infinity });
			deliveries.set(hash, sighting);
		}
		this.forgetWhatLeft(requests, before, deliveries, isWhole);
		const inOrder = due.sort((a, b) => a.at - b.at || a.modified - b.modified);
		for (const { hash, request, modified } of inOrder.slice(0, settings.limit - this.count)) {
			const pause = deliveries.get(hash)!.repeats ? settings.againAfterMs : undefined;
			this.poll.handOvers.add(hash, now, pause);
			this.found.push({ item: this.itemOf(job, request, hash), modified });
		}
		const count = new Set(requests.map(({ requestId }) => requestId)).size;
		memory.unread.delete(jobId);
		memory.failed.delete(jobId);
		return { count, deliveries };
	}

	/** Without `isWhole`, the list may hide what was handed over. */
	private forgetWhatLeft(
		requests: readonly TranslationRequest[],
		before: ReadonlyMap<string, Sighting>,
		deliveries: Map<string, Sighting>,
		isWhole: boolean,
	) {
		const { handOvers, memory } = this.poll;
		const statuses = new Map(requests.map(({ requestId, statusCode }) => [requestId, statusCode]));
		for (const [hash, sighting] of before) {
			if (deliveries.has(hash)) continue;
			const status = statuses.get(sighting.requestId);
			if (status === undefined && !isWhole) {
				deliveries.set(hash, sighting);
				continue;
			}
			// Approved, it is still the same delivery.
			if (status === undefined || status === IN_REVIEW) noteLeft(memory, sighting.requestId, hash);
			handOvers.forget(hash);
		}
	}

	private itemOf(job: Job, request: TranslationRequest, hash: string): INodeExecutionData {
		const { client, handOvers, memory } = this.poll;
		return deliveryItem(client, job, request, {
			attempt: handOvers.attemptOf(hash),
			deliveries: deliveriesOf(memory, request.requestId, hash),
		});
	}
}
