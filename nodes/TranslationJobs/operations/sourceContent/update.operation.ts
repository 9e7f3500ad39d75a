import type { INodeProperties } from 'n8n-workflow';

import { updateSourceContent } from '../../../api/sourceContent';
import { optionsWith } from '../../../form/commonOptions';
import { contentFields, readContent } from '../../../form/content';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput, readLocator, sourceContentId } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [
	jobFromInput,
	sourceContentId,
	...contentFields,
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	return await updateSourceContent(
		client,
		jobId,
		readLocator(this, 'sourceContentId', itemIndex),
		readContent(this, itemIndex),
	);
};
