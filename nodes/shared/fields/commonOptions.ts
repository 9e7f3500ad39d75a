import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { DEFAULT_RETRY, type RetryLimits } from '../transport/types';

const DEFAULT_CONCURRENCY = 10;
const DEFAULT_TRIES = DEFAULT_RETRY.maxTries;
const DEFAULT_WAIT_SECONDS = DEFAULT_RETRY.maxWaitMs / 1000;

const COMMON: INodeProperties[] = [
	{
		displayName: 'Items at Once',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_CONCURRENCY,
		description: 'How many input items are worked on at the same time. The calls stay within the rate of the credential.',
	},
	{
		displayName: 'Max Tries',
		name: 'maxTries',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TRIES,
		description: 'How often a call is tried when the service is busy, not available or does not answer',
	},
	{
		displayName: 'Max Wait for All Tries (Seconds)',
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_WAIT_SECONDS,
		description: 'How long the waits between the tries of one call may take together',
	},
];

/** The Options of an operation: its own first, then those that every operation has. */
export function optionsWith(...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, ...COMMON].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

interface CommonOptions {
	concurrency?: number;
	maxTries?: number;
	maxWaitSeconds?: number;
}

export function readCommonOptions(context: IExecuteFunctions): { concurrency: number; retry: RetryLimits } {
	const options = context.getNodeParameter('options', 0, {}) as CommonOptions;
	return {
		concurrency: Math.max(1, Number(options.concurrency ?? DEFAULT_CONCURRENCY)),
		retry: {
			maxTries: Math.max(1, Number(options.maxTries ?? DEFAULT_TRIES)),
			maxWaitMs: Math.max(0, Number(options.maxWaitSeconds ?? DEFAULT_WAIT_SECONDS) * 1000),
		},
	};
}
