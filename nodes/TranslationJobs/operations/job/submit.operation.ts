import type { INodeProperties } from 'n8n-workflow';

import { submitJob, waitUntilSent } from '../../../api/jobs';
import { checkSubmission } from '../../../api/submissionCheck';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput, providerRLC, readLocator } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readFlag } from '../../../form/parameters';
import { readWait, waitForProviderField, waitLimit } from '../../../form/wait';
import { InvalidInput } from '../../../rules/invalidInput';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description: 'The job to submit. It must have content, and you cannot change it afterwards.',
	},
	{ ...providerRLC, description: 'The provider that translates the job' },
	waitForProviderField,
	optionsWith(waitLimit, {
		displayName: 'Check Before Submitting',
		name: 'check',
		type: 'boolean',
		default: true,
		description:
			'Whether to check that the provider supports the languages and the extended metadata of the job, if it publishes this information',
	}),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const providerId = readLocator(this, 'providerId', itemIndex);
	if (providerId === '')
		throw new InvalidInput(
			'Provider is empty',
			'Choose the provider that should translate the job.',
			'Provider',
		);
	if (readFlag(this, 'options.check', itemIndex, true))
		await checkSubmission(client, jobId, providerId);
	const submitted = await submitJob(client, jobId, providerId);
	const limitMs = readWait(this, itemIndex);
	return this.helpers.returnJsonArray(
		limitMs === undefined ? submitted : await waitUntilSent(client, jobId, limitMs),
	);
};
