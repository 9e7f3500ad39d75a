import type { INodeProperties } from 'n8n-workflow';

import { getSourceContent } from '../../../api/sourceContent';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput, readLocator, sourceContentId } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [jobFromInput, sourceContentId, optionsWith()];

export const execute: Execute = async function (client, itemIndex) {
	return await getSourceContent(
		client,
		readJobId(this, itemIndex),
		readLocator(this, 'sourceContentId', itemIndex),
	);
};
