import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { createSourceContent } from '../../../api/sourceContent';
import { optionsWith } from '../../../form/commonOptions';
import { contentFields, readContent } from '../../../form/content';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput } from '../../../form/locators';
import type { Client } from '../../../http/client';

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
