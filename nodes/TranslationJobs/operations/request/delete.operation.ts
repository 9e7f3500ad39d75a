import type { INodeProperties } from 'n8n-workflow';

import { deleteRequest } from '../../../api/requests';
import { optionsWith } from '../../../form/commonOptions';
import { jobRLC, readLocator, requestRLC } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [
	jobRLC,
	{
		...requestRLC,
		description:
			'The request to delete. The node refuses to delete a request in progress: only the provider can cancel it.',
	},
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const request = await deleteRequest(
		client,
		readLocator(this, 'jobId', itemIndex),
		readLocator(this, 'requestId', itemIndex),
	);
	return { ...request, deleted: true };
};
