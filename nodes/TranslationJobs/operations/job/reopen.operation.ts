import type { INodeProperties } from 'n8n-workflow';

import { reopenJob } from '../../../api/jobs';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description: 'The completed job to reopen. The service then accepts translations again.',
	},
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	return await reopenJob(client, readJobId(this, itemIndex));
};
