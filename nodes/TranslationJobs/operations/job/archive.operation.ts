import type { INodeProperties } from 'n8n-workflow';

import { archiveJob, waitUntilArchived } from '../../../api/archive';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readWait, waitField, waitLimit } from '../../../form/wait';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description: 'The job to archive. Its requests cannot be read while it is archived.',
	},
	{
		...waitField,
		description:
			'Whether to wait until the job is archived. The service archives jobs in the background.',
	},
	optionsWith(waitLimit),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const limitMs = readWait(this, itemIndex);
	const job = await archiveJob(client, jobId);
	return limitMs === undefined ? job : await waitUntilArchived(client, job, true, limitMs);
};
