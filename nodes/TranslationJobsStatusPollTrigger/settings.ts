import type { IPollFunctions } from 'n8n-workflow';

import { readChoice, readNumber, readValue } from '../form/parameters';
import type { EventName } from '../triggers/events';
import { type Filters, readFilters } from '../triggers/filters';

/** Any other update counts as `otherStatus`, so the node can receive every update. */
export const POLLED_EVENTS = [
	'translationReady',
	'requestError',
	'requestCancelled',
	'otherStatus',
] as const satisfies readonly EventName[];

export const DEFAULT_UPDATES_PER_EXECUTION = 1_000;

export interface Settings {
	events: EventName[];
	filters: Filters;
	acknowledge: boolean;
	acknowledgeFiltered: boolean;
	limit: number;
}

export function readStatusPollSettings(context: IPollFunctions): Settings {
	const acknowledge = readChoice(context, 'options.acknowledge');
	return {
		events: readValue(context, 'events') as EventName[],
		filters: readFilters(context),
		acknowledge: acknowledge !== 'never',
		acknowledgeFiltered: acknowledge === 'all',
		limit: readNumber(context, 'options.updatesPerExecution'),
	};
}
