import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { optionFields } from '../form/commonOptions';
import { credentialTest, listSearch, loadOptions } from '../form/methods';
import { openTriggerForm } from '../form/parameters';
import { simplify } from '../form/simplify';
import { filters } from '../triggers/filters';
import { pollContent } from './poll';
import {
	DEFAULT_AGAIN_MINUTES,
	DEFAULT_AGE_SECONDS,
	DEFAULT_ITEMS_PER_EXECUTION,
	DEFAULT_SWEEP_MINUTES,
	MAX_ITEMS_PER_EXECUTION,
} from './settings';

export class TranslationJobsContentPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Translations Ready Trigger',
		name: 'translationJobsContentPollTrigger',
		icon: {
			light: 'file:../TranslationJobs/translationJobs.svg',
			dark: 'file:../TranslationJobs/translationJobs.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: 'translations in review',
		description:
			'Starts the workflow with every translation that is ready. Take this one in most cases: it needs no public address and misses nothing.',
		defaults: { name: 'Translations Ready Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Begins the workflow that brings translations back: Collect Translations or Get Translated Content, then the node that stores them, then Approve Requests as the last. It hands a translation over again until it is approved, so no Remove Duplicates. Take this trigger in most cases.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-translation-jobs.translationJobs',
					relationHint: 'Collects, and approves what is stored',
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
					"Takes the translations of all jobs of this account, also of other workflows. To take those of one workflow, add the filter 'Sent by Workflow'.",
				name: 'accountNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName:
					'This node finds the requests in review of all jobs in progress, including those from before the activation. After you approve or reject a translation, the node no longer hands it over. Do not use a Remove Duplicates node on <code>deliveryKey</code> after this node: it would drop every hand-over after the first.',
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
						description:
							'Repeat at growing intervals while the translation stays in review. A workflow that failed gets it again.',
					},
					{
						name: 'Once',
						value: 'once',
						description:
							'Use this if people approve translations elsewhere, or if the workflow waits for a person: a second hand-over would ask that person twice',
					},
				],
				default: 'untilApproved',
				description:
					'How often to start the workflow with the same translation. Choose Once if people approve translations elsewhere, or if the workflow waits for a person.',
			},
			filters,
			simplify,
			optionFields(
				{
					displayName: 'Again After (Minutes)',
					name: 'againAfter',
					type: 'number',
					typeOptions: { minValue: 0.01, maxValue: 1440 },
					default: DEFAULT_AGAIN_MINUTES,
					displayOptions: { show: { '/handOver': ['untilApproved'] } },
					description:
						'How long a translation may stay in review before the node hands it over a second time. Each later pause is twice as long, up to a day. The attempt field of an item counts the hand-overs.',
				},
				{
					displayName: 'Divide Repeated Deliveries',
					name: 'divideRepeated',
					type: 'boolean',
					default: true,
					displayOptions: { show: { '/handOver': ['untilApproved'] } },
					description:
						'Whether translations that come again start executions of their own, in ever smaller groups, so that one that your workflow cannot store does not hold up the others. Turn this off if the workflow only reports translations that stay in review.',
				},
				{
					displayName: 'Full Sweep Every (Minutes)',
					name: 'sweepInterval',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: DEFAULT_SWEEP_MINUTES,
					description:
						'How often to check all jobs in progress, and not only those that changed recently. The sweep finds every translation in the end, even if the service does not update the date of a job when its requests change. 0 means with every poll.',
				},
				{
					displayName: 'Include Approved',
					name: 'includeApproved',
					type: 'boolean',
					default: false,
					description:
						'Whether to also hand over approved translations, each of them once. Approving changes a request, so a translation that was handed over in review can come again with another deliveryKey.',
				},
				{
					displayName: 'Items per Execution',
					name: 'itemsPerExecution',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: MAX_ITEMS_PER_EXECUTION, numberPrecision: 0 },
					default: DEFAULT_ITEMS_PER_EXECUTION,
					description:
						'Maximum number of translations in one execution. The rest comes with the next poll.',
				},
				{
					displayName: 'Minimum Age (Seconds)',
					name: 'minimumAge',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: DEFAULT_AGE_SECONDS,
					description:
						'How old a delivery must be before this node hands it over. This lets a listener be first.',
				},
			),
		],
	};

	methods = { credentialTest, listSearch, loadOptions };

	async poll(this: IPollFunctions) {
		openTriggerForm(this, new TranslationJobsContentPollTrigger().description.properties);
		return await pollContent(this);
	}
}
