/** What an output shows. */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { withoutOurLabels } from '../rules/labels';
import { readChoice, readFlag, readValue } from './parameters';

/** What a simplified output shows, in this order: at most ten fields, and each fact once. */
export type Columns = readonly string[];

const columns = (names: string): Columns => names.trim().split(/\s+/);

/** Get and Get Many. */
export const JOB: Columns = columns(`
	jobName statusCode aggregateRequests dueDate createdDate hasError
	latestErrorMessage labels providerId jobId
`);

/** Get and Get Many. */
export const REQUEST: Columns = columns(`
	requestName targetNativeLanguageCode statusCode hasError latestErrorMessage
	modifiedDate sourceNativeId fileId jobId requestId
`);

/** Send for Translation. */
export const SENT_JOB: Columns = columns(`
	jobName targetLanguages statusCode hasError latestErrorMessage itemCount
	requestCount jobId providerId sendOutcome
`);

/** Send for Translation, with one output per request. */
export const SENT_REQUEST: Columns = columns(`
	requestName targetNativeLanguageCode statusCode hasError latestErrorMessage
	jobName sourceNativeId requestId jobId sendOutcome
`);

/** Preview. */
export const PREVIEW: Columns = columns(`
	words cost currency languages summary wouldDo filesNotCounted refused
	sendOutcome planKey
`);

/** Preview, with one output per request. */
export const PREVIEWED_REQUEST: Columns = columns(`
	requestName targetNativeLanguageCode words characters repeatedWords notCounted
	jobName sourceNativeId sendOutcome planKey
`);

const WHAT_IS_WRONG: Columns = ['problems', 'problemsText', 'notFetched'];
const WHOSE: Columns = ['sourceNativeId', 'jobId', 'requestId'];

/** Collect Translations, by what came. What tells that something is missing stays. */
export const TRANSLATION = {
	entry: [
		...columns('targetNativeLanguageCode entry statusCode leftOut'),
		...WHAT_IS_WRONG,
		...WHOSE,
	],
	/** What to store for the next time. */
	known: [
		...columns('targetNativeLanguageCode entry knownTranslations missing replacedEdits'),
		'problems',
		'notFetched',
		...WHOSE,
	],
	texts: [
		...columns('requestName targetNativeLanguageCode content statusCode'),
		...WHAT_IS_WRONG,
		...WHOSE,
	],
	/** What the store needs is at hand at once. */
	file: [
		...columns('storeName requestName targetNativeLanguageCode statusCode'),
		...WHAT_IS_WRONG,
		...WHOSE,
	],
};

/** The triggers, by what an item is about. */
export const EVENT = {
	ready: columns(`
		event jobName requestName targetNativeLanguageCode attempt deliveries
		sourceNativeId jobId requestId deliveryKey
	`),
	request: columns(`
		event jobName requestName targetNativeLanguageCode statusCode
		latestErrorMessage sourceNativeId jobId requestId deliveryKey
	`),
	job: columns(`
		event jobName statusCode latestErrorMessage requestCount counts supportAsset
		translationMemory jobId deliveryKey
	`),
	/** Of the Status Poll. Acknowledging by hand needs the ID of the update. */
	requestUpdate: columns(`
		event jobName requestName targetNativeLanguageCode statusCode
		latestErrorMessage jobId requestId deliveryKey updateId
	`),
	jobUpdate: columns(`
		event jobName statusCode latestErrorMessage counts supportAsset
		translationMemory jobId deliveryKey updateId
	`),
	unread: columns(`
		event jobName statusCode latestErrorMessage requestReadable jobReadable jobId
		requestId updateId deliveryKey
	`),
} satisfies Record<string, Columns>;

const JOB_FIELDS = [
	...JOB,
	...columns(`
		description poReference modifiedDate activityDate estimatedArchivalDate
		archived archiveStatus globalTrackingId customData shouldQuote serviceType
		extendedMetadata
	`),
];

const REQUEST_FIELDS = [
	...REQUEST,
	...columns(`
		sourceNativeLanguageCode targetNativeId createdDate wordCount fileName
		fileType sourceContentId providerReference extendedMetadata
	`),
];

/** What there is to choose from. A raw output has the service's other fields, too. */
export const FIELDS = {
	job: JOB_FIELDS,
	request: REQUEST_FIELDS,
	sent: [...new Set([...SENT_JOB, ...SENT_REQUEST, ...JOB_FIELDS, ...REQUEST_FIELDS])],
	previewed: [
		...new Set([...PREVIEW, ...PREVIEWED_REQUEST]),
		'jobs',
		'requests',
		'files',
		'texts',
		'knownWords',
		'wordsInTranslation',
		'sourceNativeLanguageCode',
	],
	translation: [
		...new Set([
			...Object.values(TRANSLATION).flat(),
			...REQUEST_FIELDS,
			'fileSize',
			'mimeType',
			'deliveryKey',
			'outdated',
		]),
	],
};

const saysNothing = (name: string, value: unknown): boolean =>
	value === null || value === undefined || value === '' || (name === 'hasError' && value === false);

export const pick = (resource: IDataObject, columns: Columns): IDataObject =>
	Object.fromEntries(
		columns.filter((name) => name in resource).map((name) => [name, resource[name]]),
	);

/** Without what says nothing. */
export const arrange = (resource: IDataObject, columns: Columns): IDataObject =>
	pick(
		resource,
		columns.filter((name) => !saysNothing(name, resource[name])),
	);

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** An agent can choose the fields: what it reads costs money, and too much confuses it. */
const outputForm: INodeProperties[] = [
	{ ...simplify, displayOptions: { show: { '@tool': [false] } } },
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		displayOptions: { show: { '@tool': [true] } },
		options: [
			{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
			{ name: 'Raw', value: 'raw', description: 'All fields, as the service sends them' },
			{
				name: 'Selected Fields',
				value: 'selectedFields',
				description: 'The IDs, and the fields that you choose',
			},
		],
		default: 'simplified',
		description: 'What the agent gets to read',
	},
];

const chosenFields = (fields: readonly string[], operation?: string): INodeProperties => ({
	displayName: 'Fields',
	name: 'outputFields',
	type: 'multiOptions',
	displayOptions: {
		show: {
			'@tool': [true],
			output: ['selectedFields'],
			...(operation ? { '/operation': [operation] } : {}),
		},
	},
	options: fields.map((name) => ({ name, value: name })),
	default: [],
	description: 'The fields to add to the output. The IDs are always there.',
});

export const outputFields = (fields: readonly string[]): INodeProperties[] => [
	...outputForm,
	chosenFields(fields),
];

/** For operations that share their fields, but not their output. */
export const outputFieldsBy = (fields: Record<string, readonly string[]>): INodeProperties[] => [
	...outputForm,
	...Object.entries(fields).map(([operation, names]) => chosenFields(names, operation)),
];

/** The chosen fields, or one of the two other forms. */
export type OutputForm = 'simplified' | 'raw' | readonly string[];

export function readOutputForm(context: IExecuteFunctions, itemIndex: number): OutputForm {
	const isTool = context.getNode().type.endsWith('Tool');
	if (!isTool) return readFlag(context, 'simplify', itemIndex) ? 'simplified' : 'raw';
	const form = readChoice<'simplified' | 'raw' | 'selectedFields'>(context, 'output', itemIndex);
	return form === 'selectedFields'
		? (readValue(context, 'outputFields', itemIndex) as string[])
		: form;
}

const IDS: Columns = ['jobId', 'requestId'];

export function shape(
	json: IDataObject,
	columns: Columns,
	form: OutputForm,
	choose = arrange,
): IDataObject {
	// What people look for comes first.
	if (form === 'raw') return { ...pick(json, columns), ...json };
	const shown = 'labels' in json ? { ...json, labels: withoutOurLabels(json.labels) } : json;
	return choose(
		shown as IDataObject,
		form === 'simplified' ? columns : [...new Set([...IDS, ...form])],
	);
}
