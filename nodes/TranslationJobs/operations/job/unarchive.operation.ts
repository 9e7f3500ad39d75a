import type { INodeProperties } from 'n8n-workflow';

import { unarchiveJob, waitUntilArchived } from '../../../api/archive';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { archivedJobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readWait, waitField, waitLimit } from '../../../form/wait';

export const description: INodeProperties[] = [
	archivedJobFromInput,
	{
		...waitField,
		description:
			'Whether to wait until the job is active again. The service unarchives jobs in the background.',
	},
	optionsWith(waitLimit),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const limitMs = readWait(this, itemIndex);
	const job = await unarchiveJob(client, jobId);
	return limitMs === undefined ? job : await waitUntilArchived(client, job, false, limitMs);
};
