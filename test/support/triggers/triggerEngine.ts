import { join } from 'node:path';
import type { IDataObject, INodeType } from 'n8n-workflow';

import { TranslationJobsApi } from '../../../credentials/TranslationJobsApi.credentials';
import type { Addresses } from '../../../sandbox/control/addresses';
import { Engine, type NodeClasses, PACKAGE } from '../../../scripts/engine';

type Login = Pick<Addresses, 'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret'>;

/** With the extension in its name: tsx would take the codex file, *.node.json, instead. */
export function load(name: string): INodeType {
	const file = module.require(join(__dirname, `../../../nodes/${name}/${name}.node.ts`)) as Record<
		string,
		new () => INodeType
	>;
	return new file[name]!();
}

export const TRIGGERS = [
	'TranslationJobsTrigger',
	'TranslationJobsStatusPollTrigger',
	'TranslationJobsContentPollTrigger',
].map(load);

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
