import type { INodeExecutionData } from 'n8n-workflow';

import { listJobs } from '../api/jobs';
import type { Job, StatusUpdate } from '../api/resources';
import { Once } from '../core/caches';
import type { Client } from '../http/client';
import { asError, isReadRefused, unlessRefused } from '../http/errors';
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

/** How many jobs to try, to see whether this client may read any. */
const SAMPLED_JOBS = 5;

export interface Reading {
	/**
	 * `filteredOut`: events or filters exclude it. `outdated`: its requests have moved on.
	 * `unreadable`: the service failed, so it stays unacknowledged.
	 */
	result: 'items' | 'filteredOut' | 'outdated' | 'unreadable';
	items: INodeExecutionData[];
	/** Its job is refused, or its requests are missing. A later poll may see more. */
	isIncomplete?: boolean;
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

/** Reads back what an update announces. */
export async function readUpdate(
	reader: Reader,
	settings: Settings,
	update: StatusUpdate,
): Promise<Reading> {
	const announced = eventOfUpdate(update.statusCode, update.hasError === true);
	const event = POLLED_EVENTS.find((offered) => offered === announced) ?? 'otherStatus';
	const jobId = update.jobId ?? '';
	const { events, filters } = settings;
	const isWanted = events.includes(event);
	// Only the request may show an error.
	const mayBeWanted = isWanted || (event === 'otherStatus' && events.includes('requestError'));
	if (!mayBeWanted || !mayConcernJob(filters, jobId)) return FILTERED_OUT;
	const unread: Reading = isWanted
		? { result: 'items', items: unreadItems(reader.origin, { event, update }) }
		: FILTERED_OUT;
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
	if (!found)
		return refusal && isWanted
			? { ...unread, isIncomplete: true, refusal }
			: { result: 'unreadable', items: [], refusal };
	if (found.is === 'gone') return unread;
	return found.is === 'filtered' ? FILTERED_OUT : readingOf(reader, settings, update, event, found);
}

function readingOf(
	{ origin }: Reader,
	{ events, filters }: Settings,
	update: StatusUpdate,
	event: EventName,
	{ is, job, requests, missing }: Extract<ReadBack, { job: Job }>,
): Reading {
	const isIncomplete = is === 'later';
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
	if (items.length > 0) return { result: 'items', items, isIncomplete };
	const isOutdated = ready.length === 0 && event === 'translationReady';
	return { result: isOutdated ? 'outdated' : 'filteredOut', items, isIncomplete };
}
