import type { INodeProperties } from 'n8n-workflow';

import { getTmUpdate } from '../../../api/translationMemory';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput, readLocator } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [
	jobFromInput,
	{
		displayName: 'Memory Update ID',
		name: 'tmUpdateId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.tmupdateId }}',
		description: 'ID of a translation memory update of this job',
	},
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	return await getTmUpdate(
		client,
		readJobId(this, itemIndex),
		readLocator(this, 'tmUpdateId', itemIndex),
	);
};
