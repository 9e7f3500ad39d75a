import type { INodeProperties } from 'n8n-workflow';

import { getTranslatedContent } from '../../../api/translatedContent';
import { TRANSLATION } from '../../../form/columns';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId, readRequestId } from '../../../form/givenIds';
import { hintOnce } from '../../../form/hints';
import { jobFromInput, requestFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { shape } from '../../../form/simplify';

export const description: INodeProperties[] = [
	jobFromInput,
	{
		...requestFromInput,
		description:
			'The request whose translated texts to get. It must be in review or approved. For a file, use the File resource.',
	},
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const requestId = readRequestId(this, itemIndex);
	const translated = await getTranslatedContent(client, jobId, requestId);
	if (!translated.content)
		hintOnce(
			this,
			'unread content',
			'The node found no translated texts, because it does not know the format of the response. The field "answer" holds the response as it came.',
		);
	return shape(translated, TRANSLATION.texts, 'raw');
};
