import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DEFAULT_RETRY, type RetryLimits } from '../http/types';
import { statusTitle } from '../rules/statuses';
import { type OptionGroup, readFlag, readNumber, readValue } from './parameters';

/** Comparing by language would load language data at every start of n8n. */
export function inOrder(one: string, other: string): number {
	const [a, b] = [one.toLowerCase(), other.toLowerCase()];
	return a < b ? -1 : Number(a > b);
}

/** n8n wants the fields of a group in the order of their names. */
export const sortFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort((a, b) => inOrder(a.displayName, b.displayName));

type Shown = NonNullable<INodeProperties['displayOptions']>['show'];

/** `updateDisplayOptions` of n8n copies with lodash, which takes a quarter of the time to load. */
export const withShown = (field: INodeProperties, show: Shown): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, show: { ...field.displayOptions?.show, ...show } },
});

const DEFAULT_TRIES = DEFAULT_RETRY.maxTries;
const DEFAULT_WAIT_SECONDS = DEFAULT_RETRY.maxWaitMs / 1000;

const COMMON: INodeProperties[] = [
	{
		displayName: 'Concurrent Items',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 10,
		description:
			'How many input items to process at the same time. The calls stay within the rate limit of the credential.',
	},
	{
		displayName: 'Max Tries',
		name: 'maxTries',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: DEFAULT_TRIES,
		description:
			'How many times to try a call when the service is busy, unavailable or does not answer',
	},
	{
		displayName: 'Max Wait for All Tries (Seconds)',
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_WAIT_SECONDS,
		description: 'How long to wait in total between the tries of one call',
	},
];

/** Limits of transfers and waits, and switches that turn a check off. */
const ADVANCED = new Set([
	'allowUnlistedLanguages',
	'chunkSizeMiB',
	'concurrency',
	'idleSeconds',
	'maxTries',
	'maxWaitSeconds',
	'takeOverSeconds',
	'waitSeconds',
]);

/** The part of a field that takes rows, e.g. of a name and a value. */
export const rowsOf = (title: string, name: string, values: INodeProperties[]) => ({
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	placeholder: `Add ${title}`,
	default: {},
	options: [{ displayName: title, name, values }],
});

const fieldGroup =
	(displayName: string, name: string, placeholder: string) =>
	(...options: INodeProperties[]): INodeProperties => ({
		displayName,
		name,
		type: 'collection',
		placeholder,
		default: {},
		options,
	});

export const additionalFields = fieldGroup('Additional Fields', 'additionalFields', 'Add Field');
export const updateFields = fieldGroup('Update Fields', 'updateFields', 'Add Field');
export const filterFields = fieldGroup('Filters', 'filters', 'Add Filter');
export const optionFields = fieldGroup('Options', 'options', 'Add option');

/** Adds the options that every operation has. */
export const optionsWith = (...own: INodeProperties[]): INodeProperties =>
	optionFields(...sortFields(withAdvanced(own)));

/** In the given order, for an operation with too many to look through. */
export const optionsInOrder = (...own: INodeProperties[]): INodeProperties =>
	optionFields(...withAdvanced(own));

/** A group inside the options. Its fields are read as if they were outside. */
export const optionGroup = (
	name: OptionGroup,
	displayName: string,
	description: string,
	options: INodeProperties[],
): INodeProperties => ({
	...fieldGroup(displayName, name, 'Add option')(...options),
	description,
});

function withAdvanced(own: readonly INodeProperties[]): INodeProperties[] {
	const isAdvanced = ({ name }: INodeProperties) => ADVANCED.has(name);
	const advanced = sortFields([...own, ...COMMON].filter(isAdvanced));
	return [
		...own.filter((field) => !isAdvanced(field)),
		optionGroup('advanced', 'Advanced', 'What few workflows need to change', advanced),
	];
}

export function readCommonOptions(context: IExecuteFunctions): {
	concurrency: number;
	retry: Partial<RetryLimits>;
} {
	// An operation without calls has no options. The other ones concern their item.
	const read = (name: string) => (readValue(context, `options.${name}`, 0, true) ?? 1) as number;
	return {
		concurrency: read('concurrency'),
		retry: { maxTries: read('maxTries'), maxWaitMs: read('maxWaitSeconds') * 1000 },
	};
}

export const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const readLimit = (context: IExecuteFunctions, itemIndex: number): number =>
	readFlag(context, 'returnAll', itemIndex) ? Infinity : readNumber(context, 'limit', itemIndex);

/** `SENT_TO_PROVIDER` as "Sent to Provider", sorted by name. */
export function statusOptions(statuses: readonly string[]): INodePropertyOptions[] {
	return statuses
		.map((value) => ({ name: statusTitle(value), value }))
		.sort((a, b) => inOrder(a.name, b.name));
}
