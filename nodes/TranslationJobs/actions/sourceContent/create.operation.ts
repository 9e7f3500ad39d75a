import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobRLC, readLocator } from '../../../shared/fields/locators';
import { createSourceContent } from '../../../shared/service/sourceContent';
import type { Client } from '../../../shared/transport/client';
import { contentFields, readContent } from '../fields/content';

const properties: INodeProperties[] = [jobRLC, ...contentFields, optionsWith()];

export const description = updateDisplayOptions(
	{ show: { resource: ['sourceContent'], operation: ['create'] } },
	properties,
);

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(
		await createSourceContent(
			client,
			readLocator(this, 'jobId', itemIndex),
			readContent(this, itemIndex),
		),
	);
}
