import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { providerRLC } from '../../../../shared/fields/locators';
import { contentFields } from '../../fields/content';
import { inputBinaryField, uploadOptionFields } from '../../fields/fileFields';
import { jobFields, jobNameField, shortenNamesOption } from '../../fields/jobFields';
import { languageOptions, sourceLanguage, targetLanguages } from '../../fields/languages';
import { metadataFields, metadataJson } from '../../fields/metadata';
import { optionsWith } from '../../../../shared/fields/commonOptions';
import { requestName, sourceNativeId, wordCount } from '../../fields/requestFields';
import { waitField, waitLimit } from '../../fields/wait';

export const DEFAULT_WINDOW_HOURS = 24;
export const DEFAULT_TAKE_OVER_SECONDS = 45;

const translate: INodeProperties = {
	displayName: 'Translate',
	name: 'translate',
	type: 'options',
	options: [
		{ name: 'Content', value: 'content', description: 'Texts, each under a key of its own' },
		{ name: 'File', value: 'file', description: 'The file in a binary field' },
		{ name: 'File and Content', value: 'both', description: 'Both of each item, as two entries of the job' },
		{ name: 'File if There Is One, Otherwise Content', value: 'automatic', description: 'For input that mixes files and texts' },
		{ name: 'Nothing, It Is a Support Asset', value: 'supportAsset', description: 'The file in a binary field goes with the job to help its translators, e.g. a glossary. Choose it by an expression for the items concerned.' },
	],
	default: 'automatic',
	description: 'What to take from each input item. All items of the run go into one job.',
};

const options = optionsWith(
	shortenNamesOption,
	...languageOptions,
	...uploadOptionFields,
	{
		...waitLimit,
		description: 'How long "Wait Until Done" may take; after that the submitted job is handed on as it is, with a warning. Also how long to wait for another execution that sends the same content at this moment, before giving up with an error.',
	},
	{
		displayName: 'If an Item Fails',
		name: 'onFailure',
		type: 'options',
		options: [
			{ name: 'Delete the Unsubmitted Job', value: 'delete', description: 'Nothing is left behind. A job that an earlier run had begun is kept.' },
			{ name: 'Keep the Unsubmitted Job', value: 'keep', description: 'The next run with the same content continues it, without uploading everything again' },
		],
		default: 'delete',
		description: 'What to do with the job when it cannot be submitted as a whole. With "On Error: Continue", the good items are submitted without the bad ones.',
	},
	{
		displayName: 'Run Key',
		name: 'runKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.releaseId }}',
		description:
			'What makes two runs the same sending: a second run with the same key returns the job of the first instead of sending it again, and other items under the same key are refused. If empty, the key is made from workflow, node, provider and the content of all items; job name, description and due date do not count. To send the same content again on purpose, enter another key, or set "Search Window" to 0.',
	},
	{
		displayName: 'Search Window (Hours)',
		name: 'windowHours',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_WINDOW_HOURS,
		description: 'How far back to look for a job with the same run key before a new one is made. 0 switches the search off: then every run makes a job of its own, also when n8n runs it again after a failure.',
	},
	{
		displayName: 'Split Into Several Jobs',
		name: 'splitJobs',
		type: 'boolean',
		default: false,
		description: 'Whether to spread the items over several jobs when one cannot hold them, named "… (1/3)". Otherwise too many items are refused.',
	},
	{
		displayName: 'Take Over After (Seconds)',
		name: 'takeOverSeconds',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TAKE_OVER_SECONDS,
		description: 'How long an unsubmitted job with the same run key must have been left alone before this run continues it. The same value for all that send the same.',
	},
);

export const properties: INodeProperties[] = [
	{
		displayName: 'Submit to Provider',
		name: 'submit',
		type: 'boolean',
		default: true,
		description: 'Whether to send the job to the provider. If off, the job is made and filled, and left for the operation Submit.',
	},
	{ ...providerRLC, required: false, description: 'Who translates the job. Needed for submitting, and for the form of its metadata.' },
	{ ...jobNameField, required: true },
	{ ...sourceLanguage, required: true },
	{ ...targetLanguages, required: true },
	translate,
	...updateDisplayOptions({ hide: { translate: ['content'] } }, [{ ...inputBinaryField, hint: 'The name of the input binary field with the file to translate' }]),
	...updateDisplayOptions({ hide: { translate: ['file'] } }, contentFields),
	...metadataFields.filter(({ name }) => name !== 'providerId'),
	{
		displayName: 'Return',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'The Job', value: 'job', description: 'One item for the job' },
			{ name: 'One Item per Request', value: 'requests', description: 'One item for each input item and language, paired with the input item it came from' },
		],
		default: 'job',
		description: 'What this node hands on',
	},
	{ ...waitField, displayOptions: { show: { submit: [true] } }, description: 'Whether to wait until the job has reached the provider. Large jobs are on their way for a while.' },
	{
		displayName: 'Item Fields',
		name: 'itemFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'Read for each input item',
		options: [
			metadataJson,
			{ ...requestName, description: `${requestName.description} If empty, the name of the file, or the beginning of the text.` },
			{ ...sourceNativeId, description: `${sourceNativeId.description} If empty, it is derived from the content.` },
			wordCount,
		],
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'Of the job; expressions are read with the first input item',
		options: jobFields,
	},
	options,
];
