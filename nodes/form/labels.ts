import type { INodeProperties } from 'n8n-workflow';

import type { LabelPair } from '../rules/labels';
import { rowsOf } from './commonOptions';

export const labelsField: INodeProperties = {
	displayName: 'Labels',
	name: 'labels',
	description:
		'Labels help you find the job later. If no label has a value, the node sends a plain list.',
	...rowsOf('Label', 'label', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. campaign',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. spring',
		},
	]),
};

export const labelsFilter: INodeProperties = {
	...labelsField,
	description: 'Only jobs that have all of these labels. Leave a value empty to accept any.',
};

export const readLabelPairs = (labels: unknown): LabelPair[] =>
	(labels as { label?: LabelPair[] } | undefined)?.label ?? [];
