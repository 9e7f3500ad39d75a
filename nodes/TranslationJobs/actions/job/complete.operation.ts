import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import { completeJob } from '../../../shared/service/jobs/jobs';
import type { Client } from '../../../shared/transport/client';
import { readJobId } from '../commonFields/givenIds';

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
