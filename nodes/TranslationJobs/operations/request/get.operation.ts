import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { getRequest } from '../../../api/requests';
import { FIELDS, REQUEST } from '../../../form/columns';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId, readRequestId } from '../../../form/givenIds';
import { jobFromInput, requestFromInput } from '../../../form/locators';
import { outputFields, readOutputForm, shape } from '../../../form/simplify';
import type { Client } from '../../../http/client';

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
