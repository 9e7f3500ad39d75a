import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, readLocator } from '../../../shared/fields/locators';
import { getSourceContent } from '../../../shared/service/sourceContent';
import type { Client } from '../../../shared/transport/client';
import { readJobId } from '../commonFields/givenIds';
import { sourceContentId } from './sourceContentId';

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
