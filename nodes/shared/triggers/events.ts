import type { INodePropertyOptions } from 'n8n-workflow';

import { CANCELLED, IN_REVIEW, IN_TRANSLATION, NO_REVIEW_NEEDED } from '../rules/statuses';

/** The names are part of the emitted items. */
const EVENTS = {
	translationReady: {
		name: 'Translation Ready',
		description: 'A request is in review or needs no review, so you can fetch its translation',
	},
	requestCancelled: {
		name: 'Request Cancelled',
		description: 'The provider has cancelled a request',
	},
	requestError: {
		name: 'Request Error',
		description: 'The service or the provider reports an error on a request',
	},
	requestInTranslation: {
		name: 'Request in Translation',
		description: 'The provider has started to work on a request',
	},
	otherStatus: {
		name: 'Any Other Status',
		description:
			'An update with a status that is not in this list. The item holds the request as it is.',
	},
	jobSentToProvider: {
		name: 'Job Sent to Provider',
		description: 'A submitted job has reached its provider',
	},
	jobInTranslation: {
		name: 'Job in Translation',
		description: 'The provider has accepted a job, or a completed job was reopened',
	},
	jobCancelled: { name: 'Job Cancelled', description: 'A job was cancelled' },
	allRequestsDone: {
		name: 'All Requests of a Job Are Done',
		description:
			'Every request of a job is in review, approved, rejected, cancelled or needs no review. The item includes the counts.',
	},
	supportAssetCreated: {
		name: 'Support Asset Created',
		description: 'A support asset was added to a job',
	},
	translationMemoryCreated: {
		name: 'Translation Memory Created',
		description: 'A translation memory update was added to a job',
	},
} as const;

export type EventName = keyof typeof EVENTS;

export function eventOptions(...events: EventName[]): INodePropertyOptions[] {
	return events
		.map((value) => ({ value, ...EVENTS[value] }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

const BY_STATUS: Record<string, EventName> = {
	...Object.fromEntries(
		[IN_REVIEW, ...NO_REVIEW_NEEDED].map((status) => [status, 'translationReady' as const]),
	),
	[CANCELLED]: 'requestCancelled',
	[IN_TRANSLATION]: 'requestInTranslation',
};

export function eventOfUpdate(statusCode: string, hasError: boolean): EventName {
	return hasError ? 'requestError' : (BY_STATUS[statusCode] ?? 'otherStatus');
}
