import type { INodeProperties } from 'n8n-workflow';

import { addRequests } from '../../../api/addRequests';
import { type JobContents, withinJobQuota } from '../../../api/jobContents';
import { optionsWith } from '../../../form/commonOptions';
import { fileFields, fileOptions, isFromInput, readFile } from '../../../form/fileId';
import { readJobId } from '../../../form/givenIds';
import { shortenNamesOption } from '../../../form/jobFields';
import { languageOptions } from '../../../form/languages';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { newRequestAdditions, newRequestFields, readNewRequest } from '../../../form/requestFields';

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

export const execute: Execute = async function (client, itemIndex) {
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
	return await withinJobQuota(
		client,
		jobId,
		'MaxReqsPerJob',
		request.targetNativeLanguageCodes.length,
		add,
	);
};
