import type { IDataObject } from 'n8n-workflow';

import { TranslationJobsApi } from '../../../credentials/TranslationJobsApi.credentials';
// With their extension: tsx would take the codex files, *.node.json, instead.
import { TranslationJobsContentPollTrigger } from '../../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node.ts';
import { TranslationJobsStatusPollTrigger } from '../../../nodes/TranslationJobsStatusPollTrigger/TranslationJobsStatusPollTrigger.node.ts';
import { TranslationJobsTrigger } from '../../../nodes/TranslationJobsTrigger/TranslationJobsTrigger.node.ts';
import type { Addresses } from '../../../sandbox/control/addresses';
import { Engine, type NodeClasses, PACKAGE } from '../../../scripts/engine';

type Login = Pick<Addresses, 'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret'>;

export const TRIGGERS = [
	new TranslationJobsTrigger(),
	new TranslationJobsStatusPollTrigger(),
	new TranslationJobsContentPollTrigger(),
];

/** n8n's engine with the triggers, one credential for a sandbox, and what else a workflow needs. */
export async function triggerEngine(
	{ baseUrl, authUrl, clientId, clientSecret }: Login,
	credential: IDataObject = {},
	others: NodeClasses = {},
): Promise<Engine> {
	return await Engine.start({
		nodes: {
			...Object.fromEntries(
				TRIGGERS.map((trigger) => [`${PACKAGE}.${trigger.description.name}`, trigger]),
			),
			...others,
		},
		credentials: { translationJobsApi: new TranslationJobsApi() },
		stored: [
			{
				id: 'rest',
				type: 'translationJobsApi',
				data: {
					environment: 'staging',
					baseUrl,
					authUrl,
					clientId,
					clientSecret,
					requestsPerSecond: 1000,
					...credential,
				},
			},
		] as never,
	});
}
