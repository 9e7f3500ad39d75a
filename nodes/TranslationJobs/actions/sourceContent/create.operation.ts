import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import { createSourceContent } from '../../../shared/service/sourceContent';
import type { Client } from '../../../shared/transport/client';
import { contentFields, readContent } from '../commonFields/content';
import { readJobId } from '../commonFields/givenIds';

const properties: INodeProperties[] = [jobFromInput, ...contentFields, optionsWith()];

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
		await createSourceContent(client, readJobId(this, itemIndex), readContent(this, itemIndex)),
	);
}
