import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import { reopenJob } from '../../../shared/service/jobs/jobs';
import type { Client } from '../../../shared/transport/client';
import { readJobId } from '../commonFields/givenIds';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description: 'The completed job to reopen. The service then accepts translations again.',
	},
	optionsWith(),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(await reopenJob(client, readJobId(this, itemIndex)));
}
