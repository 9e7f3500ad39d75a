import type { INodePropertyOptions } from 'n8n-workflow';

import type { TranslationRequest } from '../api/resources';
import {
	CANCELLED,
	hasFailed,
	IN_TRANSLATION,
	KNOWN_REQUEST_STATUSES,
	READY,
	RETRIEVABLE,
} from '../rules/statuses';

/** The keys are part of the emitted items. `action` is how n8n lists the event as a first step. */
const EVENTS = {
	translationReady: {
		name: 'Translation Ready',
		action: 'On translation ready',
		description: 'A translation is in review or needs no review, so you can fetch it',
	},
	allRequestsDone: {
		name: 'All Job Translations Done',
		action: 'On all job translations done',
		description:
			'Every request of a job is in review, approved, rejected, cancelled or needs no review. The item includes the counts.',
	},
	requestError: {
		name: 'Request Cannot Be Translated',
		action: 'On request that cannot be translated',
		description: 'The service or the provider cannot go on with a request, and says why',
	},
	requestCancelled: {
		name: 'Translation Cancelled',
		action: 'On translation cancelled',
		description: 'The provider has cancelled a request',
	},
	requestInTranslation: {
		name: 'Translation Started',
		action: 'On translation started',
		description: 'The provider has started to work on a request',
	},
	otherStatus: {
		name: 'Any Other Status',
		action: 'On any other status',
		description:
			'A request has a status that is not in this list. The item holds the request as it is.',
	},
	jobSentToProvider: {
		name: 'Job Sent to Provider',
		action: 'On job sent to provider',
		description: 'A submitted job has reached its provider',
	},
	jobInTranslation: {
		name: 'Job in Translation',
		action: 'On job in translation',
		description: 'The provider has accepted a job, or a completed job was reopened',
	},
	jobCancelled: {
		name: 'Job Cancelled',
		action: 'On job cancelled',
		description: 'A job was cancelled',
	},
	supportAssetCreated: {
		name: 'Support Asset Created',
		action: 'On support asset created',
		description: 'A support asset was added to a job',
	},
	translationMemoryCreated: {
		name: 'Translation Memory Created',
		action: 'On translation memory created',
		description: 'A translation memory update was added to a job',
	},
} as const;

export type EventName = keyof typeof EVENTS;

/** In the given order, which n8n keeps. */
export function eventOptions(...events: EventName[]): INodePropertyOptions[] {
	return events.map((value) => ({ value, ...EVENTS[value] }));
}

/** The chosen events in words, e.g. "Translation Ready, Job Cancelled". */
export const EVENTS_SUBTITLE = `={{ [].concat($parameter.events || []).map((event) => (${JSON.stringify(
	Object.fromEntries(Object.entries(EVENTS).map(([value, { name }]) => [value, name])),
)})[event] || event).join(", ") }}`;

const BY_STATUS: Record<string, EventName> = {
	...Object.fromEntries(READY.map((status) => [status, 'translationReady' as const])),
	[CANCELLED]: 'requestCancelled',
	[IN_TRANSLATION]: 'requestInTranslation',
};

export function eventOfUpdate(statusCode: string, hasError: boolean): EventName {
	return hasError ? 'requestError' : (BY_STATUS[statusCode] ?? 'otherStatus');
}

/** An update or callback may say nothing of an error that its request shows. */
export function eventOfRequest(
	announced: EventName,
	request: Pick<TranslationRequest, 'hasError' | 'statusCode'>,
): EventName {
	const isOpen = announced === 'otherStatus' || announced === 'requestInTranslation';
	return isOpen && hasFailed(request) ? 'requestError' : announced;
}

/** Whether a request that was announced as ready still is. Approved or unknown means ready. */
export const isStillReady = (statusCode: string): boolean =>
	RETRIEVABLE.includes(statusCode) || !KNOWN_REQUEST_STATUSES.includes(statusCode);
