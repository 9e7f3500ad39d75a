import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { readIdList } from '../../../shared/fields/textLists';
import { acknowledgeStatusUpdate } from '../../../shared/service/statusUpdates';
import type { Client } from '../../../shared/transport/client';

const properties: INodeProperties[] = [
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

export const description = updateDisplayOptions(
	{ show: { resource: ['statusUpdate'], operation: ['acknowledge'] } },
	properties,
);

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const updateIds = readIdList(this.getNodeParameter('updateIds', itemIndex, ''), 'Update IDs');
	const acknowledged = [];
	for (const updateId of updateIds)
		acknowledged.push(await acknowledgeStatusUpdate(client, updateId));
	return this.helpers.returnJsonArray(acknowledged);
}
