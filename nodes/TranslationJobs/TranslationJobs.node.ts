import {
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { credentialTest, listSearch, loadOptions } from '../form/methods';
import { resource, RESOURCES, SUBTITLE } from './resources';
import { router } from './router';

export class TranslationJobs implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translation Jobs',
		name: 'translationJobs',
		icon: { light: 'file:translationJobs.svg', dark: 'file:translationJobs.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		description:
			'Preview words and cost, send content to translation providers, get the translations back, and start workflows when they are ready',
		defaults: { name: 'Translation Jobs' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Sends files and texts to translation providers (human or machine) and gets the translations back. Two workflows: one sends, one begins with the Translations Ready Trigger, collects, stores and approves. It is not for instant translation of a sentence.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-translation-jobs.translationJobsContentPollTrigger',
					relationHint: 'Starts the workflow that collects what is translated',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'translationJobsApi', required: true, testedBy: 'testTranslationJobsApi' },
		],
		properties: [resource, ...Object.values(RESOURCES).flatMap(({ description }) => description)],
	};

	methods = { credentialTest, listSearch, loadOptions };

	async execute(this: IExecuteFunctions) {
		return await router.call(this);
	}
}
