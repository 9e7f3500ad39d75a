import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { withNodeErrors } from '../core/errors';
import { optionFields } from '../form/commonOptions';
import { credentialTest, listSearch, loadOptions } from '../form/methods';
import { openTriggerForm } from '../form/parameters';
import { simplify } from '../form/simplify';
import { eventOptions, EVENTS_SUBTITLE } from '../triggers/events';
import { filters } from '../triggers/filters';
import { create, remove } from './lifecycle';
import { receive } from './receive';

const open = (context: IHookFunctions | IWebhookFunctions) =>
	openTriggerForm(context, new TranslationJobsTrigger().description.properties);

export class TranslationJobsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translation Jobs Trigger',
		name: 'translationJobsTrigger',
		icon: {
			light: 'file:../TranslationJobs/translationJobs.svg',
			dark: 'file:../TranslationJobs/translationJobs.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: EVENTS_SUBTITLE,
		// n8n shows one entry for this node and Translation Jobs, with this description.
		description:
			'Preview words and cost, send content to translation providers, get the translations back, and start workflows when they are ready',
		defaults: { name: 'Translation Jobs Trigger' },
		builderHint: {
			searchHint:
				'Starts a workflow at once when the service calls this n8n, which needs a public address. A call can be lost: put a Translations Ready Trigger beside it.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-translation-jobs.translationJobsContentPollTrigger',
					relationHint: 'Hands over what a lost call has missed',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'translationJobsApi', required: true, testedBy: 'testTranslationJobsApi' },
		],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: [
			{
				displayName:
					'This node receives events while the workflow is active (published) and n8n can be reached. The Translations Ready Trigger also finds translations from before the activation, and those whose callback was lost. Put both triggers into the workflow, and approve each translation in its last step.',
				name: 'activationNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				required: true,
				options: eventOptions(
					'translationReady',
					'allRequestsDone',
					'requestError',
					'requestCancelled',
					'requestInTranslation',
					'otherStatus',
					'jobSentToProvider',
					'jobInTranslation',
					'jobCancelled',
					'supportAssetCreated',
					'translationMemoryCreated',
				),
				default: ['translationReady'],
				description: 'Events that start the workflow',
			},
			filters,
			simplify,
			optionFields(
				{
					displayName: 'Acknowledge Status Updates',
					name: 'acknowledgeStatusUpdate',
					type: 'boolean',
					default: true,
					description:
						'Whether the service acknowledges a status update when it calls the listener. All workflows of this n8n with the same client ID share the listener, and the one activated last decides.',
				},
				{
					displayName: 'Allow Local Address',
					name: 'allowLocalAddress',
					type: 'boolean',
					default: false,
					description:
						'Whether to allow a callback URL that does not use https or points to this machine. For development only: the service must be able to reach it. Not needed for a service on this machine, such as the sandbox.',
				},
				{
					displayName: 'If Another Listener Exists',
					name: 'ifAnotherListenerExists',
					type: 'options',
					options: [
						{
							name: 'Fail',
							value: 'fail',
							description:
								'Do not activate (publish) the workflow, and show the address of the other listener',
						},
						{
							name: 'Replace It',
							value: 'replace',
							description: 'Delete it. The system that created it receives no more callbacks.',
						},
					],
					default: 'fail',
					description:
						'What to do if the service has a listener of the same type that this n8n did not create with the same client ID. The service allows one listener of each type. Workflows of this n8n with the same client ID share one listener.',
				},
			),
		],
	};

	methods = { credentialTest, listSearch, loadOptions };

	webhookMethods = {
		default: {
			// It looks by itself.
			async checkExists(): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				open(this);
				return await withNodeErrors(this, create.bind(this));
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				open(this);
				return await withNodeErrors(this, remove.bind(this));
			},
		},
	};

	async webhook(this: IWebhookFunctions) {
		open(this);
		return await receive.call(this);
	}
}
