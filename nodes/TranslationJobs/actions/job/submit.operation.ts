import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, providerRLC, readLocator } from '../../../shared/fields/locators';
import { readFlag } from '../../../shared/fields/parameters';
import { InvalidInput } from '../../../shared/rules/invalidInput';
import { checkSubmission } from '../../../shared/service/jobContents/submissionCheck';
import { submitJob, waitUntilSent } from '../../../shared/service/jobs/jobs';
import type { Client } from '../../../shared/transport/client';
import { readJobId } from '../commonFields/givenIds';
import { readWait, waitForProviderField, waitLimit } from './fields/wait';

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

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
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
}
