import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { getSourceContent } from '../../../api/sourceContent';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput, readLocator, sourceContentId } from '../../../form/locators';
import type { Client } from '../../../http/client';

export const description: INodeProperties[] = [jobFromInput, sourceContentId, optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(
		await getSourceContent(
			client,
			readJobId(this, itemIndex),
			readLocator(this, 'sourceContentId', itemIndex),
		),
	);
}
