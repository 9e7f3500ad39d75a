import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { eventOptions } from '../shared/triggers/events';
import { filters } from '../shared/triggers/filters';
import { credentialTest, listSearch, loadOptions } from '../TranslationJobs/methods';
import { pollStatusUpdates } from './poll';
import { DEFAULT_UPDATES_PER_EXECUTION, POLLED_EVENTS } from './settings';

export class TranslationJobsStatusPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translation Jobs Status Poll Trigger',
		name: 'translationJobsStatusPollTrigger',
		icon: { light: 'file:../TranslationJobs/translationJobs.svg', dark: 'file:../TranslationJobs/translationJobs.dark.svg' },
		group: ['trigger'],
		version: 1,
		// "translation ready, request cancelled"
		subtitle: '={{ $parameter["events"].join(", ").replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) }}',
		description: 'Starts the workflow with the status updates of the translation job service and acknowledges what was handed over',
		defaults: { name: 'Translation Jobs Status Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'translationJobsApi', required: true, testedBy: 'testTranslationJobsApi' }],
		properties: [
			{
				displayName:
					'The service suggests to ask for updates every 60 minutes; a shorter interval works as well. Use this node where no listener exists: with a listener, the service acknowledges updates before this node can see them. And use one for each client ID: what one workflow acknowledges, another no longer sees.',
				name: 'intervalNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				options: eventOptions(...POLLED_EVENTS),
				default: [...POLLED_EVENTS],
				description: 'Which updates start the workflow',
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
						displayName: 'Acknowledge',
						name: 'acknowledge',
						type: 'options',
						options: [
							{
								name: 'What Was Handed Over',
								value: 'handedOver',
								description: 'An update is acknowledged by the poll after the one that started the workflow with it',
							},
							{
								name: 'What Was Handed Over, and What Events and Filters Hold Back',
								value: 'all',
								description: 'For when no other workflow waits for the updates that this node holds back',
							},
							{
								name: 'Never',
								value: 'never',
								description: 'Something else must acknowledge: the service keeps 10,000 updates at most, and what comes after that is lost',
							},
						],
						default: 'handedOver',
						description: 'Which updates to mark as done, so that the service does not list them again',
					},
					{
						displayName: 'Updates per Execution',
						name: 'updatesPerExecution',
						type: 'number',
						typeOptions: { minValue: 1, maxValue: 10000 },
						default: DEFAULT_UPDATES_PER_EXECUTION,
						description: 'How many updates start the workflow at once. The rest comes with the next poll.',
					},
				],
			},
		],
	};

	methods = { credentialTest, listSearch, loadOptions };

	async poll(this: IPollFunctions) {
		return await pollStatusUpdates.call(this);
	}
}
