import type { INodeProperties } from 'n8n-workflow';

import type { LabelPair } from '../rules/labels';

export const labelsField: INodeProperties = {
	displayName: 'Labels',
	name: 'labels',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Label',
	default: {},
	description: 'To find the job again. Labels without any value are sent as a plain list.',
	options: [
		{
			displayName: 'Label',
			name: 'label',
			values: [
				{ displayName: 'Name', name: 'name', type: 'string', default: '', placeholder: 'e.g. campaign' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '', placeholder: 'e.g. spring' },
			],
		},
	],
};

export const labelsFilter: INodeProperties = {
	...labelsField,
	description: 'Only jobs that have all of these labels. Leave a value empty to accept any.',
};

export const readLabelPairs = (labels: unknown): LabelPair[] => (labels as { label?: LabelPair[] } | undefined)?.label ?? [];

/** A row whose name is still empty filters nothing. */
export const readLabelsFilter = (labels: unknown): LabelPair[] => readLabelPairs(labels).filter(({ name }) => String(name ?? '').trim() !== '');
