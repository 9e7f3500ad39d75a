import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { withoutOurLabels } from '../rules/labels';
import { arrange, type Columns, pick } from './columns';
import { readChoice, readFlag, readValue } from './parameters';

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
