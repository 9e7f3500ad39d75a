import type { INodeExecutionData } from 'n8n-workflow';

import { listJobs } from '../api/jobs';
import type { Job, StatusUpdate } from '../api/resources';
import { Once } from '../core/caches';
import type { Client } from '../http/client';
import { asError, isReadRefused, isStatus, unlessRefused } from '../http/errors';
import { toArray } from '../http/pages';
import { type EventName, eventOfRequest, eventOfUpdate, isStillReady } from '../triggers/events';
import { mayConcernJob, passesRequest } from '../triggers/filters';
import { IsolatedReads } from '../triggers/isolatedReads';
import { requestItem, unreadItems } from '../triggers/item';
import {
	type Announced,
	type Jobs,
	type ReadBack,
	readBack,
	readJob,
	requestsAbout,
} from '../triggers/readBack';
import { POLLED_EVENTS, type Settings } from './settings';

/** How often to read an update whose requests are missing: the service may not show them yet. */
const READS_FOR_REQUESTS = 3;
/** How many jobs to try, to see whether this client may read any. */
const SAMPLED_JOBS = 5;

export interface Reading {
	items: INodeExecutionData[];
	/**
	 * `filteredOut`: events or filters exclude it. `outdated`: its requests have moved on.
	 * `unreadable`, and `lagging` if its requests are missing: unknown for now, so it stays
	 * unacknowledged. `forbidden`: its items hold only
	 * the update, and are handed over if other jobs can be read. `refused`: likewise, but only
	 * after some polls.
	 */
	result: 'items' | 'filteredOut' | 'outdated' | 'unreadable' | 'lagging' | 'forbidden' | 'refused';
	refusal?: Error;
}

/** Reads each job once. */
export class Reader implements Jobs {
	readonly reads: IsolatedReads;
	private readonly jobs = new Once<Job | undefined>({ keepFailures: true });
	/** Whether any job was read so far, with its requests. */
	private hasRead = false;

	constructor(private readonly client: Client) {
		this.reads = new IsolatedReads(client);
	}

	get origin() {
		return { environment: this.client.session.environment, arrivedBy: 'statusPoll' as const };
	}

	async job(jobId: string) {
		return await this.jobs.get(jobId, async () => await readJob(this.client, jobId));
	}

	async requests(announced: Announced) {
		const read = await requestsAbout(this.client, announced);
		this.hasRead ||= read !== undefined;
		return read;
	}

	/** If the service returns any job at all, the refused ones belong to other clients. */
	async canReadOthers(): Promise<boolean> {
		for (const { jobId } of this.hasRead ? [] : await toArray(listJobs(this.client), SAMPLED_JOBS))
			await unlessRefused(
				async () =>
					(await this.job(jobId)) &&
					(await this.requests({ jobId, requestIds: [], statusCode: '', hasError: false })),
			);
		return this.hasRead;
	}
}

const FILTERED_OUT: Reading = { items: [], result: 'filteredOut' };
const UNREADABLE: Reading = { items: [], result: 'unreadable' };

/** Reads back what an update announces. `reads`: how often its requests were missing before. */
export async function readUpdate(
	reader: Reader,
	settings: Settings,
	update: StatusUpdate,
	reads = 0,
): Promise<Reading> {
	const announced = eventOfUpdate(update.statusCode, update.hasError === true);
	const event = POLLED_EVENTS.find((offered) => offered === announced) ?? 'otherStatus';
	const jobId = update.jobId ?? '';
	const { events, filters } = settings;
	const isWanted = events.includes(event);
	// Only the request may show an error.
	const mayBeWanted = isWanted || (event === 'otherStatus' && events.includes('requestError'));
	if (!mayBeWanted || !mayConcernJob(filters, jobId)) return FILTERED_OUT;
	const items = unreadItems(reader.origin, { event, update });
	const unread: Reading = isWanted ? { items, result: 'items' } : FILTERED_OUT;
	// It can never be read back, and it uses up quota until it is acknowledged.
	if (jobId === '') return unread;
	let refusal: Error | undefined;
	const found = await reader.reads.read(jobId, async () => {
		try {
			const about = { ...update, jobId, hasError: update.hasError === true };
			return await readBack(reader, about, filters);
		} catch (error) {
			if (isReadRefused(error)) refusal = error;
			throw asError(error);
		}
	});
	if (found)
		return found.is === 'gone' ? unread : readingOf(reader, settings, update, event, found, reads);
	if (!refusal || !isWanted) return UNREADABLE;
	return { items, result: isStatus(refusal, 403) ? 'forbidden' : 'refused', refusal };
}

function readingOf(
	{ origin }: Reader,
	{ events, filters }: Settings,
	update: StatusUpdate,
	event: EventName,
	found: Exclude<ReadBack, { is: 'gone' }>,
	reads: number,
): Reading {
	if (found.is === 'filtered') return FILTERED_OUT;
	if (found.is === 'later' && reads + 1 < READS_FOR_REQUESTS)
		return { items: [], result: 'lagging' };
	const { job, requests, missing } = found;
	const unread =
		(missing.length > 0 || requests.length === 0) && events.includes(event)
			? unreadItems(origin, { event, update, job }, missing)
			: [];
	const ready = requests.filter(
		({ statusCode }) => event !== 'translationReady' || isStillReady(statusCode),
	);
	const items = ready
		.map((request) => ({ request, event: eventOfRequest(event, request) }))
		.filter(
			({ request, event: shown }) => events.includes(shown) && passesRequest(filters, request),
		)
		.map((shown) => requestItem(origin, { ...shown, job, updateTime: update.updateTime, update }));
	items.push(...unread);
	if (items.length === 0 && ready.length === 0 && event === 'translationReady')
		return { items, result: 'outdated' };
	return items.length > 0 ? { items, result: 'items' } : FILTERED_OUT;
}
