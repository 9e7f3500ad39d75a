import type { INodeProperties } from 'n8n-workflow';

import { deleteJob } from '../../../api/jobs';
import { optionsWith } from '../../../form/commonOptions';
import { jobRLC, readLocator } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [
	{
		...jobRLC,
		description:
			'The job to delete. The node refuses to delete a job in progress: only the provider can cancel it.',
	},
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const job = await deleteJob(client, readLocator(this, 'jobId', itemIndex));
	return { ...job, deleted: true };
};
