import type { IPollFunctions } from 'n8n-workflow';

import { readChoice, readFlag, readNumber } from '../form/parameters';
import { wantedStatuses } from '../rules/statuses';
import { type Filters, readFilters } from '../triggers/filters';

const MINUTE_MS = 60_000;

export const DEFAULT_ITEMS_PER_EXECUTION = 1_000;
export const MAX_ITEMS_PER_EXECUTION = 10_000;
export const DEFAULT_AGE_SECONDS = 60;
export const DEFAULT_SWEEP_MINUTES = 60;
export const DEFAULT_AGAIN_MINUTES = 60;

export interface Settings {
	filters: Filters;
	/** The statuses in which a request counts as delivered. */
	statuses: string[];
	untilApproved: boolean;
	againAfterMs: number;
	/** Deliveries that come again start executions of their own, in groups. */
	dividesRepeated: boolean;
	minimumAgeMs: number;
	sweepIntervalMs: number;
	limit: number;
}

export function readContentPollSettings(context: IPollFunctions): Settings {
	return {
		filters: readFilters(context),
		statuses: [...wantedStatuses(readFlag(context, 'options.includeApproved'))],
		untilApproved: readChoice(context, 'handOver') !== 'once',
		againAfterMs: readNumber(context, 'options.againAfter') * MINUTE_MS,
		dividesRepeated: readFlag(context, 'options.divideRepeated'),
		minimumAgeMs: readNumber(context, 'options.minimumAge') * 1_000,
		sweepIntervalMs: readNumber(context, 'options.sweepInterval') * MINUTE_MS,
		limit: readNumber(context, 'options.itemsPerExecution'),
	};
}
