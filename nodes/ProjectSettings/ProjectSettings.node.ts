import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import * as credentialTest from './methods/credentialTest';
import * as resourceMapping from './methods/resourceMapping';
import { analysisCode, priceList } from './operations';
import { router } from './router';

export class ProjectSettings implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translation Project Settings',
		name: 'projectSettings',
		icon: { light: 'file:projectSettings.svg', dark: 'file:projectSettings.dark.svg' },
		group: ['transform'],
		version: 1,
		// "Get many: analysis code"
		subtitle:
			'={{ ($parameter["operation"] + ": " + $parameter["resource"]).replace("getAll", "getMany").replace("set: analysis", "create or update: analysis").replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()).replace(/^./, (letter) => letter.toUpperCase()) }}',
		description: 'Read and change the analysis codes and price lists of an organisation',
		defaults: { name: 'Translation Project Settings' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Reads and changes analysis codes and price lists of an organisation. Not for sending translations: that is Translation Jobs.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-translation-jobs.translationJobs',
					relationHint: 'Sends content for translation',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'translationProjectSettingsApi',
				required: true,
				testedBy: 'testTranslationProjectSettingsApi',
			},
		],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Analysis Code',
						value: 'analysisCode',
						description: 'A code of an organisation, with a label, a level and a visibility',
					},
					{
						name: 'Price List',
						value: 'priceList',
						description: 'The price list of an organisation',
					},
				],
				default: 'analysisCode',
			},
			...analysisCode.description,
			...priceList.description,
		],
	};

	methods = { credentialTest, resourceMapping };

	async execute(this: IExecuteFunctions) {
		return await router.call(this);
	}
}
