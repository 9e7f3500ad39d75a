import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getTranslatedContent } from '../../../shared/service/requests';
import type { Client } from '../../../shared/transport/client';
import { jobRLC, readLocator, requestRLC } from '../fields/locators';
import { optionsWith } from '../../../shared/commonOptions';

const properties: INodeProperties[] = [
	jobRLC,
	{ ...requestRLC, description: 'The request whose translated texts to get. It has to be in review or approved; a file is fetched with the resource File.' },
	optionsWith(),
];

export const description = updateDisplayOptions({ show: { resource: ['request'], operation: ['getContent'] } }, properties);

export async function execute(this: IExecuteFunctions, client: Client, itemIndex: number): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(await getTranslatedContent(client, readLocator(this, 'jobId', itemIndex), readLocator(this, 'requestId', itemIndex)));
}
