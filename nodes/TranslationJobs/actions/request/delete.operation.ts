import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobRLC, readLocator, requestRLC } from '../../../shared/fields/locators';
import { deleteRequest } from '../../../shared/service/requests/requests';
import type { Client } from '../../../shared/transport/client';

export const description: INodeProperties[] = [
	jobRLC,
	{
		...requestRLC,
		description:
			'The request to delete. The node refuses to delete a request in progress: only the provider can cancel it.',
	},
	optionsWith(),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const request = await deleteRequest(
		client,
		readLocator(this, 'jobId', itemIndex),
		readLocator(this, 'requestId', itemIndex),
	);
	return this.helpers.returnJsonArray({ ...request, deleted: true });
}
