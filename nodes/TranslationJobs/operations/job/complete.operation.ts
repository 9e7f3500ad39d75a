import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { completeJob } from '../../../api/jobs';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput } from '../../../form/locators';
import type { Client } from '../../../http/client';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description:
			'The job to complete. The service ignores later translations until you reopen the job.',
	},
	optionsWith(),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(await completeJob(client, readJobId(this, itemIndex)));
}
