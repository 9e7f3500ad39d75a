import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { filters } from '../shared/triggers/filters';
import { credentialTest, listSearch, loadOptions } from '../TranslationJobs/methods';
import { pollContent } from './poll';
import {
	DEFAULT_AGAIN_MINUTES,
	DEFAULT_AGE_SECONDS,
	DEFAULT_ITEMS_PER_EXECUTION,
	DEFAULT_SWEEP_MINUTES,
	MOST_ITEMS_PER_EXECUTION,
} from './settings';

export class TranslationJobsContentPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translation Jobs Content Poll Trigger',
		name: 'translationJobsContentPollTrigger',
		icon: { light: 'file:../TranslationJobs/translationJobs.svg', dark: 'file:../TranslationJobs/translationJobs.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: 'translations in review',
		description: 'Starts the workflow with every translation that is ready, whatever happened to its status update',
		defaults: { name: 'Translation Jobs Content Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'translationJobsApi', required: true, testedBy: 'testTranslationJobsApi' }],
		properties: [
			{
				displayName:
					'Finds the requests in review of all jobs in progress, those from before the activation included. Approving or rejecting a translation ends its hand-overs. Put no Remove Duplicates node on <code>deliveryKey</code> behind this node: it would swallow every hand-over after the first.',
				name: 'guaranteeNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Hand Over',
				name: 'handOver',
				type: 'options',
				options: [
					{
						name: 'Until Approved',
						value: 'untilApproved',
						description: 'Again and again, less and less often, while the translation stays in review: a workflow that failed gets it again',
					},
					{
						name: 'Once',
						value: 'once',
						description:
							'For translations that people approve elsewhere, and for workflows that wait for a person: a second hand-over would ask that person twice',
					},
				],
				default: 'untilApproved',
				description:
					'How often to start the workflow with the same translation. Choose Once if people approve elsewhere, or if an execution waits for a person: a second hand-over would ask twice.',
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
						displayName: 'Again After (Minutes)',
						name: 'againAfter',
						type: 'number',
						typeOptions: { minValue: 1, maxValue: 1440 },
						default: DEFAULT_AGAIN_MINUTES,
						displayOptions: { show: { '/handOver': ['untilApproved'] } },
						description:
							'How long a translation may stay in review before it is handed over a second time. Each later pause is twice as long, up to a day. The field attempt of an item counts.',
					},
					{
						displayName: 'Full Sweep Every (Minutes)',
						name: 'sweepInterval',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: DEFAULT_SWEEP_MINUTES,
						description:
							'How often to look at all jobs in progress rather than only at those that changed lately. This is what finds every translation in the end, also where the date of a job does not move with its requests. 0 means with every poll.',
					},
					{
						displayName: 'Include Approved',
						name: 'includeApproved',
						type: 'boolean',
						default: false,
						description:
							'Whether to hand over approved translations as well, each of them once. Approving changes a request, so a translation that was handed over in review can come a second time, with another deliveryKey.',
					},
					{
						displayName: 'Items per Execution',
						name: 'itemsPerExecution',
						type: 'number',
						typeOptions: { minValue: 1, maxValue: MOST_ITEMS_PER_EXECUTION },
						default: DEFAULT_ITEMS_PER_EXECUTION,
						description: 'How many translations start the workflow at once. The rest comes with the next poll.',
					},
					{
						displayName: 'Minimum Age (Seconds)',
						name: 'minimumAge',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: DEFAULT_AGE_SECONDS,
						description: 'How old a delivery must be before this node hands it over, so that a listener can be first',
					},
				],
			},
		],
	};

	methods = { credentialTest, listSearch, loadOptions };

	async poll(this: IPollFunctions) {
		return await pollContent.call(this);
	}
}
