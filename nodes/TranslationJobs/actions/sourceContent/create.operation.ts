import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import { createSourceContent } from '../../../shared/service/sourceContent';
import type { Client } from '../../../shared/transport/client';
import { contentFields, readContent } from '../commonFields/content';
import { readJobId } from '../commonFields/givenIds';

export const description: INodeProperties[] = [jobFromInput, ...contentFields, optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(
		await createSourceContent(client, readJobId(this, itemIndex), readContent(this, itemIndex)),
	);
}
