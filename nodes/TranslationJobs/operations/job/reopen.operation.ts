import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { reopenJob } from '../../../api/jobs';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput } from '../../../form/locators';
import type { Client } from '../../../http/client';

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
