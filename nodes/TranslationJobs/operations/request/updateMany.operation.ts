import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { changeWithTexts } from '../../../api/inlineTexts';
import { updateRequests } from '../../../api/requests';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId, readRequestIds } from '../../../form/givenIds';
import { shortenNamesOption } from '../../../form/jobFields';
import { languageOptions } from '../../../form/languages';
import { jobFromInput, requestsFromInput } from '../../../form/locators';
import { readRequestUpdate, requestUpdateFields } from '../../../form/requestFields';
import type { Client } from '../../../http/client';

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
