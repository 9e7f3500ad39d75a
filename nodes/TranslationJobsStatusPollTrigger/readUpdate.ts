import type { INodeExecutionData } from 'n8n-workflow';

import { listJobs } from '../api/jobs';
import type { StatusUpdate, TranslationRequest } from '../api/resources';
import type { Client } from '../http/client';
import { asError, isGone, isReadRefused, isStatus, unlessRefused } from '../http/errors';
import { toArray } from '../http/pages';
import { serverMs } from '../rules/dates';
import { DONE, REJECTED } from '../rules/statuses';
import { type EventName, eventOfRequest, eventOfUpdate, isStillReady } from '../triggers/events';
import { mayConcernJob, passesJob, passesRequest } from '../triggers/filters';
import type { IsolatedReads } from '../triggers/isolatedReads';
import { requestItem, unreadItems } from '../triggers/item';
import {
	ALL_REQUESTS,
	type JobReader,
	missingIds,
	requestsAbout,
} from '../triggers/readJobsAndRequests';
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

export interface Reader {
	client: Client;
	jobs: JobReader;
	reads: IsolatedReads;
	/** Whether any job was read so far, with its requests. */
	hasRead?: boolean;
}

const FILTERED_OUT: Reading = { items: [], result: 'filteredOut' };
const UNREADABLE: Reading = { items: [], result: 'unreadable' };

const originOf = ({ client }: Reader) => ({
	environment: client.session.environment,
	arrivedBy: 'statusPoll' as const,
});

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
	const items = unreadItems(originOf(reader), { event, update });
	const unread: Reading = isWanted ? { items, result: 'items' } : FILTERED_OUT;
	// It can never be read back, and it uses up quota until it is acknowledged.
	if (jobId === '') return unread;
	let refusal: Error | undefined;
	const found = await reader.reads.read(jobId, async () => {
		try {
			return await readBack(reader, settings, update, jobId, event, reads);
		} catch (error) {
			if (isGone(error)) return 'missing';
			if (isReadRefused(error)) refusal = error;
			throw asError(error);
		}
	});
	if (found === 'missing') return unread;
	if (found) return found;
	if (!refusal || !isWanted) return UNREADABLE;
	return { items, result: isStatus(refusal, 403) ? 'forbidden' : 'refused', refusal };
}

async function readBack(
	reader: Reader,
	{ events, filters }: Settings,
	update: StatusUpdate,
	jobId: string,
	event: EventName,
	reads: number,
): Promise<Reading | 'missing'> {
	const { client, jobs } = reader;
	const job = await jobs.read(jobId);
	if (!job) return 'missing';
	if (!passesJob(filters, job)) return FILTERED_OUT;

	let isWhole = true;
	const requests = await requestsAbout(client, jobId, update, () => (isWhole = false));
	if (!requests) return 'missing';
	reader.hasRead = true;
	const names = update.requestIds.length > 0;
	const missing = missingIds(update, requests);
	const isShort = names ? missing.length > 0 : requests.length === 0 || !isWhole;
	const isReady = ({ statusCode }: TranslationRequest) =>
		event !== 'translationReady' || isStillReady(statusCode);
	// Rejected or cancelled: another update says so. Otherwise the list may lag behind the update.
	const lags = requests.some((request) => !isReady(request) && !isOver(request, update));
	if ((isShort || lags) && reads + 1 < READS_FOR_REQUESTS) return { items: [], result: 'lagging' };
	const unread =
		(missing.length > 0 || requests.length === 0) && events.includes(event)
			? unreadItems(originOf(reader), { event, update, job }, missing)
			: [];
	const ready = requests.filter(isReady);
	const items = ready
		.map((request) => ({ request, event: eventOfRequest(event, request) }))
		.filter(
			({ request, event: shown }) => events.includes(shown) && passesRequest(filters, request),
		)
		.map((shown) =>
			requestItem(originOf(reader), { ...shown, job, updateTime: update.updateTime, update }),
		);
	items.push(...unread);
	if (items.length === 0 && ready.length === 0 && event === 'translationReady')
		return { items, result: 'outdated' };
	return items.length > 0 ? { items, result: 'items' } : FILTERED_OUT;
}

/** A rejection from before the update was about an earlier delivery. */
function isOver({ statusCode, modifiedDate }: TranslationRequest, { updateTime }: StatusUpdate) {
	const isEarlier = (serverMs(modifiedDate) ?? Infinity) < (serverMs(updateTime) ?? -Infinity);
	return DONE.includes(statusCode) && !(statusCode === REJECTED && isEarlier);
}

/** If the service returns any job at all, the refused ones belong to other clients. */
export async function canReadOthers({ client, jobs, hasRead }: Reader): Promise<boolean> {
	if (hasRead) return true;
	for (const { jobId } of await toArray(listJobs(client), SAMPLED_JOBS)) {
		const readAll = async () =>
			(await jobs.read(jobId)) && (await requestsAbout(client, jobId, ALL_REQUESTS));
		if (await unlessRefused(readAll)) return true;
	}
	return false;
}
