import type { INodeProperties } from 'n8n-workflow';

import { jobRLC } from '../../../../shared/fields/locators';
import { idleField, outputBinaryField } from '../../fields/fileFields';
import { languageOptions, targetLanguagesFilter } from '../../fields/languages';
import { optionsWith } from '../../../../shared/fields/commonOptions';

export const properties: INodeProperties[] = [
	{ ...jobRLC, description: 'The job whose translations to collect. Several input items of one job collect it once.' },
	{
		displayName:
			'Collects what is ready and waits for nothing. Run it again, on a schedule or after a trigger, for the rest and for whatever the provider delivers anew.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{ ...outputBinaryField, hint: 'The name of the output binary field to put a translated file in. Translated texts are put in the field "content".' },
	{
		displayName: 'After Collecting',
		name: 'afterCollecting',
		type: 'collection',
		placeholder: 'Add Step',
		default: {},
		description: 'What to do at the service as soon as the translations are here. If the next node fails after that, the translations are not offered again: better store them first, then use the operations Approve and Complete.',
		options: [
			{
				displayName: 'Approve',
				name: 'approve',
				type: 'boolean',
				default: false,
				description: 'Whether to approve each translation that was downloaded. Nobody can review it then, and if the next node fails, it is not collected again (unless "Include Approved" is on).',
			},
			{
				displayName: 'Complete the Job When Done',
				name: 'complete',
				type: 'boolean',
				default: false,
				description: 'Whether to complete the job when every request is approved or cancelled. What the provider delivers after that does not arrive: the service no longer processes translations of a completed job.',
			},
		],
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Include Approved',
				name: 'includeApproved',
				type: 'boolean',
				default: false,
				description: 'Whether to collect translations that were approved before, too',
			},
			{
				displayName: 'Request IDs',
				name: 'requestIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.requestId }}',
				description: 'Only these requests of the job, comma-separated or a list from an expression',
			},
			targetLanguagesFilter,
		],
	},
	optionsWith(idleField, ...languageOptions),
];
