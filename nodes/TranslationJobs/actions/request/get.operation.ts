import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { FIELDS, REQUEST } from '../../../shared/fields/columns';
import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, requestFromInput } from '../../../shared/fields/locators';
import { outputFields, readOutputForm, shape } from '../../../shared/fields/simplify';
import { getRequest } from '../../../shared/service/requests/requests';
import type { Client } from '../../../shared/transport/client';
import { readJobId, readRequestId } from '../commonFields/givenIds';

export const description: INodeProperties[] = [
	jobFromInput,
	requestFromInput,
	...outputFields(FIELDS.request),
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
	return this.helpers.returnJsonArray(shape(request, REQUEST, readOutputForm(this, itemIndex)));
}
