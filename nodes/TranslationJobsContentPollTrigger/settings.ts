import type { IPollFunctions } from 'n8n-workflow';

import { toFlag } from '../form/parameters';
import { readNumber } from '../rules/limits';
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

interface Options {
	againAfter?: unknown;
	divideRepeated?: boolean;
	includeApproved?: boolean;
	itemsPerExecution?: unknown;
	minimumAge?: unknown;
	sweepInterval?: unknown;
}

export function readContentPollSettings(context: IPollFunctions): Settings {
	const options = context.getNodeParameter('options', {}) as Options;
	const amount = (value: unknown, whenEmpty: number, field: string, least = 0) =>
		Math.max(least, readNumber(value, whenEmpty, field));
	const { againAfter, itemsPerExecution, minimumAge, sweepInterval } = options;
	const limit = amount(itemsPerExecution, DEFAULT_ITEMS_PER_EXECUTION, 'Items per Execution', 1);
	return {
		filters: readFilters(context),
		statuses: [...wantedStatuses(toFlag(options.includeApproved, 'includeApproved'))],
		untilApproved: context.getNodeParameter('handOver', 'untilApproved') !== 'once',
		againAfterMs: amount(againAfter, DEFAULT_AGAIN_MINUTES, 'Again After') * MINUTE_MS,
		dividesRepeated: toFlag(options.divideRepeated ?? true, 'divideRepeated'),
		minimumAgeMs: amount(minimumAge, DEFAULT_AGE_SECONDS, 'Minimum Age') * 1_000,
		sweepIntervalMs: amount(sweepInterval, DEFAULT_SWEEP_MINUTES, 'Full Sweep Every') * MINUTE_MS,
		limit: Math.min(MAX_ITEMS_PER_EXECUTION, limit),
	};
}
