import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, requestFromInput } from '../../../shared/fields/locators';
import { readSimplify, simplify } from '../../../shared/fields/simplify';
import { getRequest } from '../../../shared/service/requests/requests';
import type { Client } from '../../../shared/transport/client';
import { readJobId, readRequestId } from '../commonFields/givenIds';

export const description: INodeProperties[] = [
	jobFromInput,
	requestFromInput,
	simplify,
	optionsWith(),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const request = await getRequest(
		client,
		readJobId(this, itemIndex),
		readRequestId(this, itemIndex),
	);
	return this.helpers.returnJsonArray(readSimplify(this, itemIndex)(request));
}
