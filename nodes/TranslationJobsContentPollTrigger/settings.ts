import type { IPollFunctions } from 'n8n-workflow';

import { wantedStatuses } from '../shared/rules/statuses';
import { type Filters, readFilters } from '../shared/triggers/filters';

const MINUTE_MS = 60_000;

export const DEFAULT_ITEMS_PER_EXECUTION = 1_000;
export const MAX_ITEMS_PER_EXECUTION = 10_000;
export const DEFAULT_AGE_SECONDS = 60;
export const DEFAULT_SWEEP_MINUTES = 60;
export const DEFAULT_AGAIN_MINUTES = 60;
const DEFAULTS = {
	againAfter: DEFAULT_AGAIN_MINUTES,
	divideRepeated: true,
	itemsPerExecution: DEFAULT_ITEMS_PER_EXECUTION,
	minimumAge: DEFAULT_AGE_SECONDS,
	sweepInterval: DEFAULT_SWEEP_MINUTES,
};

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

interface Options {
	againAfter?: number;
	divideRepeated?: boolean;
	includeApproved?: boolean;
	itemsPerExecution?: number;
	minimumAge?: number;
	sweepInterval?: number;
}

export function readContentPollSettings(context: IPollFunctions): Settings {
	const options = { ...DEFAULTS, ...(context.getNodeParameter('options', {}) as Options) };
	return {
		filters: readFilters(context),
		statuses: [...wantedStatuses(Boolean(options.includeApproved))],
		untilApproved: context.getNodeParameter('handOver', 'untilApproved') !== 'once',
		againAfterMs: Math.max(0, Number(options.againAfter)) * MINUTE_MS,
		dividesRepeated: Boolean(options.divideRepeated),
		minimumAgeMs: Math.max(0, Number(options.minimumAge)) * 1_000,
		sweepIntervalMs: Math.max(0, Number(options.sweepInterval)) * MINUTE_MS,
		limit: Math.min(MAX_ITEMS_PER_EXECUTION, Math.max(1, Number(options.itemsPerExecution))),
	};
}
