import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import * as file from './actions/file';
import * as job from './actions/job';
import { router } from './actions/router';
import { credentialTest, listSearch } from './methods';

export class TranslationJobs implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translation Jobs',
		name: 'translationJobs',
		icon: { light: 'file:translationJobs.svg', dark: 'file:translationJobs.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send content to translation providers and get the translations back',
		defaults: { name: 'Translation Jobs' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'translationJobsApi', required: true, testedBy: 'testTranslationJobsApi' }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'File', value: 'file' },
					{ name: 'Job', value: 'job' },
				],
				default: 'job',
			},
			...file.description,
			...job.description,
		],
	};

	methods = { credentialTest, listSearch };

	async execute(this: IExecuteFunctions) {
		return await router.call(this);
	}
}
