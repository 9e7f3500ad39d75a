import type { INodeProperties } from 'n8n-workflow';

import { createSourceContent } from '../../../api/sourceContent';
import { optionsWith } from '../../../form/commonOptions';
import { contentFields, readContent } from '../../../form/content';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [jobFromInput, ...contentFields, optionsWith()];

export const execute: Execute = async function (client, itemIndex) {
	return await createSourceContent(
		client,
		readJobId(this, itemIndex),
		readContent(this, itemIndex),
	);
};
