import type { INodeProperties } from 'n8n-workflow';

import { acknowledgeStatusUpdate } from '../../../api/statusUpdates';
import { optionsWith } from '../../../form/commonOptions';
import type { Execute } from '../../../form/operations';
import { readValue } from '../../../form/parameters';

export const description: INodeProperties[] = [
	{
		displayName: 'Update IDs',
		name: 'updateIds',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.updateId }}',
		description:
			'IDs of the status updates. Separate several with commas, or use an expression that returns a list. The service does not list them again.',
	},
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const updateIds = readValue(this, 'updateIds', itemIndex) as string[];
	const acknowledged = [];
	for (const updateId of updateIds)
		acknowledged.push(await acknowledgeStatusUpdate(client, updateId));
	return acknowledged;
};
