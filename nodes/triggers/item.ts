import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { jobDeliveryKey, requestDeliveryKey } from '../api/deliveryKey';
import type { Job, StatusUpdate, TranslationRequest } from '../api/resources';
import { BoundedMap } from '../core/caches';
import { serverMs } from '../rules/dates';
import { DELIVERED, IN_REVIEW } from '../rules/statuses';
import type { EventName } from './events';

const MAX_REQUESTS = 50_000;
/**
 * A delivery is announced at nearly the time of its request. In doubt it counts as another
 * delivery: better twice than never.
 */
const SAME_DELIVERY_MS = 2_000;

/** When requests entered review, by their ids, as far as this process knows. */
export const reviewDates = new BoundedMap<string>({ maxEntries: MAX_REQUESTS });

/** Which of the three triggers emitted the item. */
export type Arrival = 'listener' | 'statusPoll' | 'contentPoll';

export interface Origin {
	environment: string;
	arrivedBy: Arrival;
}

export interface RequestEvent {
	event: EventName;
	job: Job;
	request: TranslationRequest;
	/** Identifies the delivery if requests have no modification time. */
	updateTime?: string;
	update?: IDataObject;
	/** How often this delivery was handed over, including this time. */
	attempt?: number;
	/** How often the request was delivered, as far as the node knows. */
	deliveries?: number;
}

/** All triggers emit the same item for a request, except for `arrivedBy`. */
export function requestItem(
	{ environment, arrivedBy }: Origin,
	requestEvent: RequestEvent,
): INodeExecutionData {
	const { event, job, request, updateTime, update, attempt, deliveries } = requestEvent;
	const { requestId } = request;
	const deliveryKey = requestDeliveryKey({
		requestId,
		updateTime,
		...whenItHappened(event, request, updateTime),
	});
	const about = {
		event,
		deliveryKey,
		environment,
		arrivedBy,
		...(attempt === undefined ? {} : { attempt }),
		...(deliveries === undefined ? {} : { deliveries }),
	};
	return {
		json: { ...about, jobId: job.jobId, requestId, job, request, ...(update ? { update } : {}) },
	};
}

/** For an update whose job or requests cannot be read: one item per request that it names. */
export function unreadItems(
	{ environment, arrivedBy }: Origin,
	{ event, update, job }: { event: EventName; update: StatusUpdate; job?: Job },
	requestIds = update.requestIds,
): INodeExecutionData[] {
	const { updateId, jobId, updateTime, statusCode } = update;
	const missing = job ? { job, requestReadable: false } : { jobReadable: false };
	return (requestIds.length > 0 ? requestIds : [undefined]).map((requestId) => {
		const deliveryKey = requestDeliveryKey({
			requestId: requestId ?? updateId,
			updateTime,
			statusCode,
		});
		return {
			json: {
				event,
				deliveryKey,
				environment,
				arrivedBy,
				jobId,
				...(requestId === undefined ? {} : { requestId }),
				...missing,
				update,
			},
		};
	});
}

/** An event from before a delivery, read after it, must not get the key of the delivery. */
function whenItHappened(
	event: EventName,
	request: TranslationRequest,
	updateTime?: string,
): { modifiedDate?: string; statusCode: string } {
	const { statusCode, modifiedDate } = request;
	if (event === 'translationReady')
		return { modifiedDate: deliveredAt(request, updateTime), statusCode };
	// The modification time is that of the delivery, or of the decision about it.
	return DELIVERED.includes(statusCode) ? { statusCode: event } : { modifiedDate, statusCode };
}

/**
 * The modification time that identifies a delivery. Approving changes the time of a request, so a
 * delivery that was seen in review keeps its earlier time, and with it its key.
 */
function deliveredAt(
	{ requestId, statusCode, modifiedDate }: TranslationRequest,
	announcedAt?: string,
): string | undefined {
	if (statusCode === IN_REVIEW) {
		if (modifiedDate) reviewDates.set(requestId, modifiedDate);
		return modifiedDate;
	}
	const since = reviewDates.get(requestId);
	const distance = Math.abs((serverMs(announcedAt) ?? Infinity) - (serverMs(since) ?? Infinity));
	return distance <= SAME_DELIVERY_MS ? since : modifiedDate;
}

export interface JobEvent {
	event: EventName;
	job: Job;
	/** The latest modification time of the job's requests, or an id if there is none. */
	latestRequestModified?: string;
	details?: IDataObject;
}

export function jobItem(
	{ environment, arrivedBy }: Origin,
	{ event, job, latestRequestModified, details }: JobEvent,
): INodeExecutionData {
	const { jobId } = job;
	const deliveryKey = jobDeliveryKey({ jobId, event, latestRequestModified });
	return { json: { event, deliveryKey, environment, arrivedBy, jobId, job, ...details } };
}
