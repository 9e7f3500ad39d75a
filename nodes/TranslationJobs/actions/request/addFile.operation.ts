import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import type { JobContents } from '../../../shared/service/jobContents/jobContents';
import { withinJobQuota } from '../../../shared/service/jobContents/jobQuota';
import { addRequests } from '../../../shared/service/requests/addRequests';
import type { Client } from '../../../shared/transport/client';
import { fileFields, fileOptions, isFromInput, readFile } from '../commonFields/fileId';
import { readJobId } from '../commonFields/givenIds';
import { shortenNamesOption } from '../commonFields/jobFields';
import { languageOptions } from '../commonFields/languages';
import {
	newRequestAdditions,
	newRequestFields,
	readNewRequest,
} from '../commonFields/requestFields';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description: 'The job that the file belongs to. It must not be submitted yet.',
	},
	...fileFields,
	...newRequestFields,
	newRequestAdditions,
	optionsWith(shortenNamesOption, ...languageOptions, ...fileOptions),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const jobId = readJobId(this, itemIndex);
	const request = readNewRequest(this, itemIndex);
	const provideFile = await readFile(this, client, jobId, itemIndex);
	const add = async ({ requestIds: known }: JobContents) =>
		await addRequests(
			client,
			jobId,
			{ ...request, fmsFileId: await provideFile() },
			{ known, isNewContent: isFromInput(this, itemIndex) },
		);
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
