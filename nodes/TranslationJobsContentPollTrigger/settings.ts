import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { IN_REVIEW, RETRIEVABLE } from '../shared/service/wire';
import { type Filters, readFilters } from '../shared/triggers/filters';

const MINUTE_MS = 60_000;
/** How far below the newest job date already seen is looked again: for equal dates, and rows that become visible late. */
const OVERLAP_MS = 10 * MINUTE_MS;

export const DEFAULT_ITEMS_PER_EXECUTION = 1_000;
export const DEFAULT_AGE_SECONDS = 60;
export const DEFAULT_SWEEP_MINUTES = 60;
const DEFAULTS = { itemsPerExecution: DEFAULT_ITEMS_PER_EXECUTION, minimumAge: DEFAULT_AGE_SECONDS, sweepInterval: DEFAULT_SWEEP_MINUTES };

export interface Settings {
	filters: Filters;
	/** The statuses in which a request counts as delivered. */
	statuses: string[];
	minimumAgeMs: number;
	sweepIntervalMs: number;
	overlapMs: number;
	limit: number;
}

interface Options {
	includeApproved?: boolean;
	itemsPerExecution?: number;
	minimumAge?: number;
	sweepInterval?: number;
}

export function readSettings(context: IPollFunctions): Settings {
	const options = { ...DEFAULTS, ...(context.getNodeParameter('options', {}) as Options) };
	const minimumAgeMs = Math.max(0, Number(options.minimumAge)) * 1_000;
	return {
		filters: readFilters(context.getNodeParameter('filters', {}) as IDataObject),
		statuses: options.includeApproved ? [...RETRIEVABLE] : [IN_REVIEW],
		minimumAgeMs,
		sweepIntervalMs: Math.max(0, Number(options.sweepInterval)) * MINUTE_MS,
		overlapMs: Math.max(OVERLAP_MS, 2 * minimumAgeMs),
		limit: Math.max(1, Number(options.itemsPerExecution)),
	};
}
