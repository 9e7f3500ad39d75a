import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { jobDeliveryKey, requestDeliveryKey } from '../rules/deliveryKey';
import type { Job, StatusUpdate, TranslationRequest } from '../service/resources';
import { DELIVERED } from '../rules/statuses';
import type { EventName } from './events';
import { deliveredAt } from './reviewDates';

/** By which of the three triggers an item came. */
export type Arrival = 'listener' | 'statusPoll' | 'contentPoll';

export interface Origin {
	environment: string;
	arrivedBy: Arrival;
}

export interface RequestEvent {
	event: EventName;
	job: Job;
	request: TranslationRequest;
	/** When the service announced it; tells one delivery from the next where requests carry no modification time. */
	updateTime?: string;
	update?: IDataObject;
	/** How often this delivery was handed over, this time included. */
	attempt?: number;
}

/** The item for one request, the same through every trigger except for how it arrived. */
export function requestItem({ environment, arrivedBy }: Origin, happened: RequestEvent): INodeExecutionData {
	const { event, job, request, updateTime, update, attempt } = happened;
	const { requestId } = request;
	const deliveryKey = requestDeliveryKey({ requestId, updateTime, ...whenItHappened(event, request, updateTime) });
	const about = { event, deliveryKey, environment, arrivedBy, ...(attempt === undefined ? {} : { attempt }) };
	return { json: { ...about, jobId: job.jobId, requestId, job, request, ...(update ? { update } : {}) } };
}

/** An update whose job or requests cannot be read, with what it says itself: one item for each request it names. */
export function unreadItems({ environment, arrivedBy }: Origin, { event, update, job }: { event: EventName; update: StatusUpdate; job?: Job }): INodeExecutionData[] {
	const { updateId, jobId, requestIds, updateTime, statusCode } = update;
	const missing = job ? { job, requestReadable: false } : { jobReadable: false };
	return (requestIds.length > 0 ? requestIds : [undefined]).map((requestId) => {
		const deliveryKey = requestDeliveryKey({ requestId: requestId ?? updateId, updateTime, statusCode });
		return { json: { event, deliveryKey, environment, arrivedBy, jobId, ...(requestId === undefined ? {} : { requestId }), ...missing, update } };
	});
}

/** What happened before a delivery and is read after it must not take the delivery's key: these are two events. */
function whenItHappened(event: EventName, request: TranslationRequest, updateTime?: string): { modifiedDate?: string; statusCode: string } {
	const { statusCode, modifiedDate } = request;
	if (event === 'translationReady') return { modifiedDate: deliveredAt(request, updateTime), statusCode };
	// It carries the time of its delivery, or of what was decided about it.
	return DELIVERED.includes(statusCode) ? { statusCode: event } : { modifiedDate, statusCode };
}

export interface JobEvent {
	event: EventName;
	job: Job;
	/** The latest modification time of the job's requests, or what stands for it. */
	latestRequestModified?: string;
	details?: IDataObject;
}

export function jobItem({ environment, arrivedBy }: Origin, { event, job, latestRequestModified, details }: JobEvent): INodeExecutionData {
	const { jobId } = job;
	const deliveryKey = jobDeliveryKey({ jobId, event, latestRequestModified });
	return { json: { event, deliveryKey, environment, arrivedBy, jobId, job, ...details } };
}
