import type { INodeExecutionData } from 'n8n-workflow';

import type { StatusUpdate } from '../shared/service/resources';
import type { Client } from '../shared/transport/client';
import type { EachOnItsOwn } from '../shared/triggers/eachOnItsOwn';
import { type EventName, eventOfUpdate } from '../shared/triggers/events';
import { mayConcernJob, passesJob, passesRequest } from '../shared/triggers/filters';
import { requestItem } from '../shared/triggers/item';
import { type JobReader, readRequestsOf } from '../shared/triggers/readBack';
import { POLLED_EVENTS, type Settings } from './settings';

/** What became of an update. */
export type Reading =
	| { items: INodeExecutionData[]; result: 'items' }
	/** `heldBack`: by events or filters. `unreadable`: nobody knows now; it stays unacknowledged. */
	| { items: []; result: 'heldBack' | 'unreadable' };

export interface Reader {
	client: Client;
	jobs: JobReader;
	each: EachOnItsOwn;
}

/** Reads back what an update announces. */
export async function readUpdate(reader: Reader, settings: Settings, update: StatusUpdate): Promise<Reading> {
	const told = eventOfUpdate(update.statusCode, update.hasError === true);
	const event = POLLED_EVENTS.find((offered) => offered === told) ?? 'otherStatus';
	const jobId = update.jobId ?? '';
	if (!settings.events.includes(event) || !mayConcernJob(settings.filters, jobId)) return { items: [], result: 'heldBack' };
	const reading = jobId === '' ? undefined : await reader.each.read(jobId, async () => await readRequestsBack(reader, settings, update, jobId, event));
	return reading ?? { items: [], result: 'unreadable' };
}

async function readRequestsBack({ client, jobs }: Reader, { filters }: Settings, update: StatusUpdate, jobId: string, event: EventName): Promise<Reading> {
	const job = await jobs.read(jobId);
	if (!job) return { items: [], result: 'unreadable' };
	if (!passesJob(filters, job)) return { items: [], result: 'heldBack' };

	const requests = await readRequestsOf(client, jobId, update);
	if (requests.length === 0) return { items: [], result: 'unreadable' };
	const origin = { environment: client.environment, arrivedBy: 'statusPoll' as const };
	const items = requests
		.filter((request) => passesRequest(filters, request))
		.map((request) => requestItem(origin, { event, job, request, updateTime: update.updateTime, update }));
	return items.length > 0 ? { items, result: 'items' } : { items: [], result: 'heldBack' };
}
