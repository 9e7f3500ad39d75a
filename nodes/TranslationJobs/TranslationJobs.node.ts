import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { RESOURCES } from './actions/resources';
import { router } from './actions/router';
import { credentialTest, listSearch, loadOptions, resourceMapping } from './methods';

export class TranslationJobs implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translation Jobs',
		name: 'translationJobs',
		icon: { light: 'file:translationJobs.svg', dark: 'file:translationJobs.dark.svg' },
		group: ['transform'],
		version: 1,
		// "Add content: request", "Get many: job"
		subtitle:
			'={{ ($parameter["operation"].replace("getAll", "getMany") + ": " + $parameter["resource"]).replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()).replace("api call", "API call").replace(/^./, (letter) => letter.toUpperCase()) }}',
		description: 'Send content to translation providers and get the translations back',
		defaults: { name: 'Translation Jobs' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'translationJobsApi', required: true, testedBy: 'testTranslationJobsApi' },
		],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'API Call', value: 'apiCall', description: 'Any other endpoint of the service' },
					{ name: 'File', value: 'file', description: 'Upload files and download translations' },
					{
						name: 'Job',
						value: 'job',
						description: 'A set of content that you send to a provider',
					},
					{
						name: 'Language',
						value: 'language',
						description: 'The language codes that the service accepts',
					},
					{
						name: 'Listener',
						value: 'listener',
						description: 'Callback URLs that the service calls when something changes',
					},
					{
						name: 'Provider',
						value: 'provider',
						description: 'The companies that translate your jobs',
					},
					{
						name: 'Quota',
						value: 'quota',
						description: 'The limits that the service sets for you',
					},
					{
						name: 'Request',
						value: 'request',
						description: 'One content item of a job in one target language',
					},
					{
						name: 'Source Content',
						value: 'sourceContent',
						description: 'Texts that requests refer to',
					},
					{
						name: 'Status Update',
						value: 'statusUpdate',
						description: 'Changes of requests: ready, failed or cancelled',
					},
					{
						name: 'Support Asset',
						value: 'supportAsset',
						description: 'Files that help the translators',
					},
					{
						name: 'Translation Memory',
						value: 'translationMemory',
						description: 'Existing translations that the provider can reuse',
					},
				],
				default: 'job',
			},
			...Object.values(RESOURCES).flatMap(({ description }) => description),
		],
	};

	methods = { credentialTest, listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions) {
		return await router.call(this);
	}
}
