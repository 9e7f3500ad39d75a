import type { INodeProperties } from 'n8n-workflow';

import { getJob, submitJob, waitUntilSent } from '../../../api/jobs';
import { findProvider } from '../../../api/providers';
import { listRequests } from '../../../api/requests';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput, providerRLC, readLocator } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readFlag } from '../../../form/parameters';
import { readWait, waitForProviderField, waitLimit } from '../../../form/wait';
import type { Client } from '../../../http/client';
import { checkProviderLanguages } from '../../../rules/languages/resolveLanguage';
import { checkMetadata } from '../../../rules/metadata/checkMetadata';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description: 'The job to submit. It must have content, and you cannot change it afterwards.',
	},
	{ ...providerRLC, description: 'The provider that translates the job' },
	waitForProviderField,
	optionsWith(
		{
			...waitLimit,
			description:
				'How long the node may wait, if it waits. After that, it returns the submitted job with a warning. The service continues either way.',
		},
		{
			displayName: 'Check Before Submitting',
			name: 'check',
			type: 'boolean',
			default: true,
			description:
				'Whether to check that the provider supports the languages and the extended metadata of the job, if it publishes this information',
		},
	),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const providerId = readLocator(this, 'providerId', itemIndex);
	const limitMs = readWait(this, itemIndex);
	if (readFlag(this, 'options.check', itemIndex)) await checkSubmission(client, jobId, providerId);
	const submitted = await submitJob(client, jobId, providerId);
	return limitMs === undefined ? submitted : await waitUntilSent(client, submitted, limitMs);
};

/**
 * Checks a job against its provider's capabilities and schema. Without them it costs one call per
 * run.
 */
async function checkSubmission(client: Client, jobId: string, providerId: string): Promise<void> {
	const provider = await findProvider(client, providerId);
	if (provider?.extendedMetadataSchema) {
		const { extendedMetadata } = await getJob(client, jobId);
		checkMetadata(extendedMetadata, provider.extendedMetadataSchema);
	}
	const supported = provider?.capabilities?.supportedLanguages;
	if (!Array.isArray(supported) || supported.length === 0) return;
	for (const [source, targets] of await languagesOf(client, jobId))
		checkProviderLanguages(source, [...targets], supported);
}

async function languagesOf(client: Client, jobId: string): Promise<Map<string, Set<string>>> {
	const targets = new Map<string, Set<string>>();
	for await (const {
		sourceNativeLanguageCode: source,
		targetNativeLanguageCode: target,
	} of listRequests(client, jobId)) {
		if (!source || !target) continue;
		targets.set(source, (targets.get(source) ?? new Set()).add(target));
	}
	return targets;
}
