import { formatSeconds, parseIsoTime } from '../rules/dates';

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
 * Spells equal instants equally, whatever their zone or trailing zeros. Keeps every digit of the
 * fraction: two deliveries may be less than a millisecond apart. Text that is not a time stays.
 */
function canonicalInstant(time: string): string {
	const parsed = parseIsoTime(time);
	if (parsed === undefined) return time.trim();
	const fraction = parsed.fraction === '' ? '' : `.${parsed.fraction}`;
	return `${formatSeconds(parsed.utcSeconds)}${fraction}Z`;
}

function hasText(text: string | null | undefined): text is string {
	return typeof text === 'string' && text.trim() !== '';
}

/**
 * Equal for one delivery whichever trigger sees it, different for the next delivery. Takes the
 * modification time, else the time of the update, else the status.
 */
export function requestDeliveryKey(delivery: RequestDelivery): string {
	const { requestId, modifiedDate, updateTime, statusCode } = delivery;
	const time = [modifiedDate, updateTime].find(hasText);
	if (time !== undefined) return `${requestId}@${canonicalInstant(time)}`;
	return hasText(statusCode) ? `${requestId}@${statusCode.trim()}` : requestId;
}

/** Includes the event, because one change of a job can raise several. */
export function jobDeliveryKey({ jobId, event, latestRequestModified }: JobDelivery): string {
	const key = `${jobId}:${event}`;
	return hasText(latestRequestModified) ? `${key}@${canonicalInstant(latestRequestModified)}` : key;
}
