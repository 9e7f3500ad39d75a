import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getTranslatedContent } from '../../../shared/service/requests';
import type { Client } from '../../../shared/transport/client';
import { jobRLC, readLocator, requestRLC } from '../fields/locators';
import { optionsWith } from '../fields/options';

const properties: INodeProperties[] = [
	jobRLC,
	{ ...requestRLC, description: 'The request whose translated texts to get. It has to be in review or approved; a file is fetched with the resource File.' },
	optionsWith(),
];

export const description = updateDisplayOptions({ show: { resource: ['request'], operation: ['getContent'] } }, properties);

export async function execute(this: IExecuteFunctions, client: Client, itemIndex: number): Promise<INodeExecutionData[]> {
	const jobId = readLocator(this, 'jobId', itemIndex);
	const requestId = readLocator(this, 'requestId', itemIndex);
	const fields = await getTranslatedContent(client, jobId, requestId);
	const content = Object.fromEntries(fields.map(({ key, value }) => [key, value]));
	return this.helpers.returnJsonArray({ jobId, requestId, content, fields });
}
