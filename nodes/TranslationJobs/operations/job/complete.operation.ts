import type { INodeProperties } from 'n8n-workflow';

import { completeJob } from '../../../api/jobs';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description:
			'The job to complete. The service ignores later translations until you reopen the job.',
	},
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	return await completeJob(client, readJobId(this, itemIndex));
};
