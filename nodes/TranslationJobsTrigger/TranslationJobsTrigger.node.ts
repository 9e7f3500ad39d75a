import type { IHookFunctions, INodeType, INodeTypeDescription, IWebhookFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { eventOptions } from '../shared/triggers/events';
import { filters } from '../shared/triggers/filters';
import { credentialTest, listSearch, loadOptions } from '../TranslationJobs/methods';
import { checkExists, create, remove } from './lifecycle';
import { receive } from './receive';

export class TranslationJobsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translation Jobs Trigger',
		name: 'translationJobsTrigger',
		icon: { light: 'file:../TranslationJobs/translationJobs.svg', dark: 'file:../TranslationJobs/translationJobs.dark.svg' },
		group: ['trigger'],
		version: 1,
		// "translation ready, request cancelled"
		subtitle: '={{ $parameter["events"].join(", ").replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) }}',
		description: 'Starts the workflow as soon as the translation job service reports a translation or another event',
		defaults: { name: 'Translation Jobs Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'translationJobsApi', required: true, testedBy: 'testTranslationJobsApi' }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: [
			{
				displayName:
					'This node hears of what happens while the workflow is active (published) and n8n can be reached. Translations from before the activation, and those whose callback got lost, come through the Translation Jobs Content Poll Trigger: put both into the workflow, and approve each translation as its last step.',
				name: 'activationNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				options: eventOptions(
					'translationReady',
					'requestCancelled',
					'requestError',
					'requestInTranslation',
					'jobSentToProvider',
					'jobInTranslation',
					'jobCancelled',
					'allRequestsDone',
					'supportAssetCreated',
					'translationMemoryCreated',
				),
				default: ['translationReady'],
				description: 'What starts the workflow',
			},
			filters,
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: [
					{
						displayName: 'Acknowledge Status Updates',
						name: 'acknowledgeStatusUpdate',
						type: 'boolean',
						default: true,
						description:
							'Whether the service marks an update as done when it calls the listener. The listener is shared by all workflows of this n8n with the same client ID; the one activated last decides.',
					},
					{
						displayName: 'Allow Local Address',
						name: 'allowLocalAddress',
						type: 'boolean',
						default: false,
						description: 'Whether to register an address that is not https or lies on this machine. For development only: the service must be able to reach it.',
					},
					{
						displayName: 'If Another Listener Exists',
						name: 'ifAnotherListenerExists',
						type: 'options',
						options: [
							{ name: 'Fail', value: 'fail', description: 'Do not activate (publish) the workflow, and say whose address it is' },
							{ name: 'Replace It', value: 'replace', description: 'Remove it. The system that made it no longer hears of anything.' },
						],
						default: 'fail',
						description:
							'What to do when the service has a listener of the same type that was not made by this n8n with the same client ID. It allows only one of each type. Workflows of this n8n with the same client ID share theirs and never get into each other\'s way.',
					},
				],
			},
		],
	};

	methods = { credentialTest, listSearch, loadOptions };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await checkExists.call(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await create.call(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await remove.call(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions) {
		return await receive.call(this);
	}
}
