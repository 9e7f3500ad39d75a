import type { INodeExecutionData } from 'n8n-workflow';

import { listJobs } from '../shared/service/jobs/jobs';
import type { StatusUpdate } from '../shared/service/resources';
import type { Client } from '../shared/transport/client';
import { isGone, isStatus, asError } from '../shared/transport/pipeline/errors';
import { toArray } from '../shared/transport/pages';
import type { IsolatedReads } from '../shared/triggers/isolatedReads';
import { type EventName, eventOfUpdate } from '../shared/triggers/events';
import { mayConcernJob, passesJob, passesRequest } from '../shared/triggers/filters';
import { requestItem, unreadItems } from '../shared/triggers/item';
import { type JobReader, requestsAbout } from '../shared/triggers/readBack';
import { POLLED_EVENTS, type Settings } from './settings';

/** So often an update is read whose requests are not there: they may only not be shown yet. */
const LOOKS_FOR_REQUESTS = 3;
/** So many jobs are tried, to see whether this client may read any. */
const SAMPLED_JOBS = 5;

/** What became of an update. */
export interface Reading {
	items: INodeExecutionData[];
	/**
	 * `heldBack`: by events or filters. `unreadable`: nobody knows now; it stays unacknowledged. `forbidden`: its items are
	 * what it says itself, to be handed over if other jobs can be read.
	 */
	result: 'items' | 'heldBack' | 'unreadable' | 'forbidden';
	refusal?: Error;
}

export interface Reader {
	client: Client;
	jobs: JobReader;
	each: IsolatedReads;
	/** Whether any job could be read so far, with its requests. */
	hasRead?: boolean;
}

const HELD_BACK: Reading = { items: [], result: 'heldBack' };
const UNREADABLE: Reading = { items: [], result: 'unreadable' };

const originOf = ({ client }: Reader) => ({ environment: client.environment, arrivedBy: 'statusPoll' as const });

/** Reads back what an update announces. `looks`: how often it was looked at before without finding its requests. */
export async function readUpdate(reader: Reader, settings: Settings, update: StatusUpdate, looks = 0): Promise<Reading> {
	const told = eventOfUpdate(update.statusCode, update.hasError === true);
	const event = POLLED_EVENTS.find((offered) => offered === told) ?? 'otherStatus';
	const jobId = update.jobId ?? '';
	if (!settings.events.includes(event) || !mayConcernJob(settings.filters, jobId)) return HELD_BACK;
	const items = unreadItems(originOf(reader), { event, update });
	// It can never be read back, and counts against what the service keeps until somebody acknowledges it.
	if (jobId === '') return { items, result: 'items' };
	let refusal: Error | undefined;
	const found = await reader.each.read(jobId, async () => {
		try {
			return await readBack(reader, settings, update, jobId, event, looks);
		} catch (error) {
			if (isGone(error)) return 'nowhere';
			if (isStatus(error, 403)) refusal = error;
			throw asError(reader.client.context.getNode(), error);
		}
	});
	if (found === 'nowhere') return { items, result: 'items' };
	return found ?? (refusal ? { items, result: 'forbidden', refusal } : UNREADABLE);
}

async function readBack(reader: Reader, { filters }: Settings, update: StatusUpdate, jobId: string, event: EventName, looks: number): Promise<Reading | 'nowhere'> {
	const { client, jobs } = reader;
	const job = await jobs.readIfThere(jobId);
	if (!job) return 'nowhere';
	if (!passesJob(filters, job)) return HELD_BACK;

	const requests = await requestsAbout(client, jobId, update);
	if (!requests) return 'nowhere';
	reader.hasRead = true;
	if (requests.length === 0) return looks + 1 < LOOKS_FOR_REQUESTS ? UNREADABLE : { items: unreadItems(originOf(reader), { event, update, job }), result: 'items' };
	const items = requests
		.filter((request) => passesRequest(filters, request))
		.map((request) => requestItem(originOf(reader), { event, job, request, updateTime: update.updateTime, update }));
	return items.length > 0 ? { items, result: 'items' } : HELD_BACK;
}

/** Whether the service hands out any job at all: then those that it refuses are not this client's. */
export async function canReadOthers({ client, jobs, hasRead }: Reader): Promise<boolean> {
	if (hasRead) return true;
	for (const { jobId } of await toArray(listJobs(client), SAMPLED_JOBS)) {
		try {
			const job = await jobs.readIfThere(jobId);
			if (job && (await requestsAbout(client, jobId, { requestIds: [], statusCode: '' }))) return true;
		} catch (error) {
			if (!isStatus(error, 403)) throw asError(client.context.getNode(), error);
		}
	}
	return false;
}
