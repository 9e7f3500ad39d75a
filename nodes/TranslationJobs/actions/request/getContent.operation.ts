import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { jobRLC, readLocator, requestRLC } from '../../../shared/fields/locators';
import { getTranslatedContent } from '../../../shared/service/requests/translatedContent';
import type { Client } from '../../../shared/transport/client';
import { hintOnce } from '../fields/hints';
import { optionsWith } from '../../../shared/fields/commonOptions';

const properties: INodeProperties[] = [
	jobRLC,
	{ ...requestRLC, description: 'The request whose translated texts to get. It has to be in review or approved; a file is fetched with the resource File.' },
	optionsWith(),
];

export const description = updateDisplayOptions({ show: { resource: ['request'], operation: ['getContent'] } }, properties);

export async function execute(this: IExecuteFunctions, client: Client, itemIndex: number): Promise<INodeExecutionData[]> {
	const translated = await getTranslatedContent(client, readLocator(this, 'jobId', itemIndex), readLocator(this, 'requestId', itemIndex));
	if (!translated.content) hintOnce(this, 'unread content', 'The service answered in a form that this node does not know: no translated texts were found. The answer as it came is in the field "answer".');
	return this.helpers.returnJsonArray(translated);
}
