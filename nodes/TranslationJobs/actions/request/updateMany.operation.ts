import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, requestsFromInput } from '../../../shared/fields/locators';
import { changeWithTexts } from '../../../shared/service/requests/inlineTexts';
import { updateRequests } from '../../../shared/service/requests/requests';
import type { Client } from '../../../shared/transport/client';
import { readJobId, readRequestIds } from '../commonFields/givenIds';
import { shortenNamesOption } from '../commonFields/jobFields';
import { languageOptions } from '../commonFields/languages';
import { readRequestUpdate, requestUpdateFields } from '../commonFields/requestFields';

export const description: INodeProperties[] = [
	{ ...jobFromInput, description: 'The job of the requests. It must not be submitted yet.' },
	requestsFromInput,
	requestUpdateFields,
	optionsWith(shortenNamesOption, ...languageOptions),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const jobId = readJobId(this, itemIndex);
	const requestIds = readRequestIds(this, itemIndex);
	return this.helpers.returnJsonArray(
		await changeWithTexts(
			client,
			jobId,
			requestIds,
			readRequestUpdate(this, itemIndex),
			async (fields) => await updateRequests(client, jobId, requestIds, fields),
		),
	);
}
