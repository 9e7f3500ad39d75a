import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, readLocator } from '../../../shared/fields/locators';
import { updateSourceContent } from '../../../shared/service/sourceContent';
import type { Client } from '../../../shared/transport/client';
import { contentFields, readContent } from '../commonFields/content';
import { readJobId } from '../commonFields/givenIds';
import { sourceContentId } from './sourceContentId';

export const description: INodeProperties[] = [
	jobFromInput,
	sourceContentId,
	...contentFields,
	optionsWith(),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const jobId = readJobId(this, itemIndex);
	return this.helpers.returnJsonArray(
		await updateSourceContent(
			client,
			jobId,
			readLocator(this, 'sourceContentId', itemIndex),
			readContent(this, itemIndex),
		),
	);
}
