import type { IDataObject } from 'n8n-workflow';

import { TranslationJobsApi } from '../../../credentials/TranslationJobsApi.credentials';
import { TranslationJobsContentPollTrigger } from '../../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node';
import { TranslationJobsStatusPollTrigger } from '../../../nodes/TranslationJobsStatusPollTrigger/TranslationJobsStatusPollTrigger.node';
import { TranslationJobsTrigger } from '../../../nodes/TranslationJobsTrigger/TranslationJobsTrigger.node';
import type { Addresses } from '../../../sandbox/server';
import { Engine, PACKAGE } from '../../../scripts/engine';

type Login = Pick<Addresses, 'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret'>;

/** n8n's engine with the triggers and one credential for a sandbox. */
export async function triggerEngine({ baseUrl, authUrl, clientId, clientSecret }: Login, credential: IDataObject = {}): Promise<Engine> {
	return await Engine.start({
		nodes: {
			[`${PACKAGE}.translationJobsTrigger`]: new TranslationJobsTrigger(),
			[`${PACKAGE}.translationJobsStatusPollTrigger`]: new TranslationJobsStatusPollTrigger(),
			[`${PACKAGE}.translationJobsContentPollTrigger`]: new TranslationJobsContentPollTrigger(),
		},
		credentials: { translationJobsApi: new TranslationJobsApi() },
		stored: [
			{
				id: 'rest',
				type: 'translationJobsApi',
				data: { environment: 'staging', baseUrl, authUrl, clientId, clientSecret, requestsPerSecond: 1000, ...credential },
			},
		] as never,
	});
}
