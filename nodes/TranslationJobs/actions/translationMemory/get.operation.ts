import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, readLocator } from '../../../shared/fields/locators';
import { getTmUpdate } from '../../../shared/service/jobFiles/translationMemory';
import type { Client } from '../../../shared/transport/client';
import { readJobId } from '../commonFields/givenIds';

export const description: INodeProperties[] = [
	jobFromInput,
	{
		displayName: 'Memory Update ID',
		name: 'tmUpdateId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.tmupdateId }}',
		description: 'ID of a translation memory update of this job',
	},
	optionsWith(),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(
		await getTmUpdate(
			client,
			readJobId(this, itemIndex),
			readLocator(this, 'tmUpdateId', itemIndex),
		),
	);
}
