import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { optionFields } from '../form/commonOptions';
import { credentialTest, listSearch, loadOptions } from '../form/methods';
import { openTriggerForm } from '../form/parameters';
import { simplify } from '../form/simplify';
import { eventOptions, EVENTS_SUBTITLE } from '../triggers/events';
import { filters } from '../triggers/filters';
import { pollStatusUpdates } from './poll';
import { DEFAULT_UPDATES_PER_EXECUTION, POLLED_EVENTS } from './settings';

export class TranslationJobsStatusPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translation Jobs Status Poll Trigger',
		name: 'translationJobsStatusPollTrigger',
		icon: {
			light: 'file:../TranslationJobs/translationJobs.svg',
			dark: 'file:../TranslationJobs/translationJobs.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: EVENTS_SUBTITLE,
		description:
			'Starts the workflow with translations, cancellations and requests that cannot be translated. Take it if the service cannot call this n8n and you need more than translations.',
		defaults: { name: 'Translation Jobs Status Poll Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Starts a workflow with cancellations and requests that cannot be translated as well, where the service cannot call this n8n. To store translations, take the Translations Ready Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-translation-jobs.translationJobsContentPollTrigger',
					relationHint: 'For translations that are ready',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'translationJobsApi', required: true, testedBy: 'testTranslationJobsApi' },
		],
		properties: [
			{
				displayName:
					'The service recommends polling every 60 minutes. A shorter interval also works. Use this node only if there is no listener: with a listener, the service acknowledges updates before this node can see them. Use one such node per client ID: once a workflow has acknowledged an update, no other workflow can see it.',
				name: 'intervalNotice',
				type: 'notice',
				default: '',
			},
			{
				// The space does not break. With an ordinary one, n8n lists the events as actions in its node
				// panel, and then takes the word "Trigger" and the bolt from the entry of this node.
				displayName: 'Trigger\u00a0On',
				name: 'events',
				type: 'multiOptions',
				required: true,
				options: eventOptions(...POLLED_EVENTS),
				default: [...POLLED_EVENTS],
				description: 'Which updates start the workflow',
			},
			filters,
			simplify,
			optionFields(
				{
					displayName: 'Acknowledge',
					name: 'acknowledge',
					type: 'options',
					options: [
						{
							name: 'Handed-Over Updates',
							value: 'handedOver',
							description:
								'The poll after the one that started the workflow acknowledges the update',
						},
						{
							name: 'Handed-Over and Filtered-Out Updates',
							value: 'all',
							description:
								'Use this if no other workflow needs the updates that this node filters out',
						},
						{
							name: 'Never',
							value: 'never',
							description:
								'Something else must acknowledge. The service keeps at most 10,000 updates, or as many as your quota allows, and loses all others.',
						},
					],
					default: 'handedOver',
					description: 'Which updates to acknowledge. The service does not list them again.',
				},
				{
					displayName: 'Updates per Execution',
					name: 'updatesPerExecution',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 10000, numberPrecision: 0 },
					default: DEFAULT_UPDATES_PER_EXECUTION,
					description:
						'Maximum number of updates in one execution. The rest comes with the next poll.',
				},
			),
		],
	};

	methods = { credentialTest, listSearch, loadOptions };

	async poll(this: IPollFunctions) {
		openTriggerForm(this, new TranslationJobsStatusPollTrigger().description.properties);
		return await pollStatusUpdates(this);
	}
}
