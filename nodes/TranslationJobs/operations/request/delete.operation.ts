import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { deleteRequest } from '../../../api/requests';
import { optionsWith } from '../../../form/commonOptions';
import { jobRLC, readLocator, requestRLC } from '../../../form/locators';
import type { Client } from '../../../http/client';

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
