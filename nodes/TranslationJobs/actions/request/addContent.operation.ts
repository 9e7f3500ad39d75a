import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import type { JobContents } from '../../../shared/service/jobContents/jobContents';
import { withinJobQuota } from '../../../shared/service/jobContents/jobQuota';
import { addContent } from '../../../shared/service/requests/addContent';
import type { Client } from '../../../shared/transport/client';
import { contentFields, readContent } from '../commonFields/content';
import { readJobId } from '../commonFields/givenIds';
import { shortenNamesOption } from '../commonFields/jobFields';
import { languageOptions } from '../commonFields/languages';
import {
	newRequestAdditions,
	newRequestFields,
	readNewRequest,
} from '../commonFields/requestFields';

export const description: INodeProperties[] = [
	{ ...jobFromInput, description: 'The job to add the content to. It must not be submitted yet.' },
	...newRequestFields,
	...contentFields,
	newRequestAdditions,
	optionsWith(shortenNamesOption, ...languageOptions),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const jobId = readJobId(this, itemIndex);
	const request = readNewRequest(this, itemIndex);
	const pairs = readContent(this, itemIndex);
	const add = async ({ requestIds }: JobContents) =>
		await addContent(client, jobId, request, pairs, requestIds);
	return this.helpers.returnJsonArray(
		await withinJobQuota(
			client,
			jobId,
			'MaxReqsPerJob',
			request.targetNativeLanguageCodes.length,
			add,
		),
	);
}
