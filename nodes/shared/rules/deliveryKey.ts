import { formatSeconds, parseIsoTime } from './time/isoTime';

export interface RequestDelivery {
	requestId: string;
	modifiedDate?: string | null;
	updateTime?: string | null;
	statusCode?: string | null;
}

export interface JobDelivery {
	jobId: string;
	event: string;
	latestRequestModified?: string | null;
}

/**
 * One spelling for one instant, whatever zone or number of zeros it came with. Every digit of the
 * fraction stays: two deliveries may be less than a millisecond apart. A text that is no time is kept.
 */
function canonicalInstant(time: string): string {
	const parsed = parseIsoTime(time);
	if (parsed === undefined) return time.trim();
	const fraction = parsed.fraction === '' ? '' : `.${parsed.fraction}`;
	return `${formatSeconds(parsed.utcSeconds)}${fraction}Z`;
}

function present(text: string | null | undefined): text is string {
	return typeof text === 'string' && text.trim() !== '';
}

/**
 * The same for one delivery whichever trigger saw it, and another one when the request is delivered
 * again: its id and the time it was modified; without one, the time of the update, then the status.
 */
export function requestDeliveryKey(delivery: RequestDelivery): string {
	const { requestId, modifiedDate, updateTime, statusCode } = delivery;
	const time = [modifiedDate, updateTime].find(present);
	if (time !== undefined) return `${requestId}@${canonicalInstant(time)}`;
	return present(statusCode) ? `${requestId}@${statusCode.trim()}` : requestId;
}

/** As for a request; the event is part of it, as one change of a job can be several events. */
export function jobDeliveryKey({ jobId, event, latestRequestModified }: JobDelivery): string {
	const key = `${jobId}:${event}`;
	return present(latestRequestModified)
		? `${key}@${canonicalInstant(latestRequestModified)}`
		: key;
}
