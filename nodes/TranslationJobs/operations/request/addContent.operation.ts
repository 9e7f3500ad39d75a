import type { INodeProperties } from 'n8n-workflow';

import { addContent } from '../../../api/addRequests';
import { type JobContents, withinJobQuota } from '../../../api/jobContents';
import { optionsWith } from '../../../form/commonOptions';
import { contentFields, readContent } from '../../../form/content';
import { readJobId } from '../../../form/givenIds';
import { shortenNamesOption } from '../../../form/jobFields';
import { languageOptions } from '../../../form/languages';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { newRequestAdditions, newRequestFields, readNewRequest } from '../../../form/requestFields';

export const description: INodeProperties[] = [
	{ ...jobFromInput, description: 'The job to add the content to. It must not be submitted yet.' },
	...newRequestFields,
	...contentFields,
	newRequestAdditions,
	optionsWith(shortenNamesOption, ...languageOptions),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const request = readNewRequest(this, itemIndex);
	const pairs = readContent(this, itemIndex);
	const add = async ({ requestIds }: JobContents) =>
		await addContent(client, jobId, request, pairs, requestIds);
	return await withinJobQuota(
		client,
		jobId,
		'MaxReqsPerJob',
		request.targetNativeLanguageCodes.length,
		add,
	);
};
