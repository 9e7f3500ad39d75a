import type { INodeProperties } from 'n8n-workflow';

import { changeWithTexts } from '../../../api/inlineTexts';
import { updateRequest } from '../../../api/requests';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId, readRequestId } from '../../../form/givenIds';
import { shortenNamesOption } from '../../../form/jobFields';
import { languageOptions } from '../../../form/languages';
import { jobFromInput, requestFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readRequestUpdate, requestUpdateFields } from '../../../form/requestFields';

export const description: INodeProperties[] = [
	{ ...jobFromInput, description: 'The job of the request. It must not be submitted yet.' },
	requestFromInput,
	requestUpdateFields,
	optionsWith(shortenNamesOption, ...languageOptions),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const requestId = readRequestId(this, itemIndex);
	return await changeWithTexts(
		client,
		jobId,
		[requestId],
		readRequestUpdate(this, itemIndex),
		async (fields) => await updateRequest(client, jobId, requestId, fields),
	);
};
