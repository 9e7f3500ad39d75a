import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { archivedJobFromInput } from '../../../shared/fields/locators';
import { unarchiveJob, waitUntilArchived } from '../../../shared/service/jobs/archive';
import type { Client } from '../../../shared/transport/client';
import { readJobId } from '../commonFields/givenIds';
import { readWait, waitField, waitLimit } from './fields/wait';

export const description: INodeProperties[] = [
	archivedJobFromInput,
	{
		...waitField,
		description:
			'Whether to wait until the job is active again. The service unarchives jobs in the background.',
	},
	optionsWith(waitLimit),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const jobId = readJobId(this, itemIndex);
	const job = await unarchiveJob(client, jobId);
	const limitMs = readWait(this, itemIndex);
	return this.helpers.returnJsonArray(
		limitMs === undefined ? job : await waitUntilArchived(client, job, false, limitMs),
	);
}
