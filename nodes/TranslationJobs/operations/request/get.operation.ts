import type { INodeProperties } from 'n8n-workflow';

import { getRequest } from '../../../api/requests';
import { FIELDS, REQUEST } from '../../../form/columns';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId, readRequestId } from '../../../form/givenIds';
import { jobFromInput, requestFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { outputFields, readOutputForm, shape } from '../../../form/simplify';

export const description: INodeProperties[] = [
	jobFromInput,
	requestFromInput,
	...outputFields(FIELDS.request),
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const request = await getRequest(
		client,
		readJobId(this, itemIndex),
		readRequestId(this, itemIndex),
	);
	return shape(request, REQUEST, readOutputForm(this, itemIndex));
};
