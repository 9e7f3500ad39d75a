import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, requestFromInput } from '../../../shared/fields/locators';
import { getTranslatedContent } from '../../../shared/service/requests/translatedContent';
import type { Client } from '../../../shared/transport/client';
import { readJobId, readRequestId } from '../fields/givenIds';
import { hintOnce } from '../fields/hints';

const properties: INodeProperties[] = [
	jobFromInput,
	{
		...requestFromInput,
		description:
			'The request whose translated texts to get. It must be in review or approved. For a file, use the File resource.',
	},
	optionsWith(),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['request'], operation: ['getContent'] } },
	properties,
);

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const translated = await getTranslatedContent(
		client,
		readJobId(this, itemIndex),
		readRequestId(this, itemIndex),
	);
	if (!translated.content)
		hintOnce(
			this,
			'unread content',
			'The node found no translated texts, because it does not know the format of the response. The field "answer" holds the response as it came.',
		);
	return this.helpers.returnJsonArray(translated);
}
