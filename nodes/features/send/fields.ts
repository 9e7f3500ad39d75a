import type { INodeProperties } from 'n8n-workflow';

import { optionGroup, optionsInOrder, withShown } from '../../form/commonOptions';
import { contentFields } from '../../form/content';
import { inputBinaryField, uploadOptionFields } from '../../form/fileFields';
import {
	jobFields,
	jobNameField,
	metadataJson,
	shortenNamesOption,
	waitForProviderField,
	waitLimit,
} from '../../form/jobFields';
import { languageOptions, sourceLanguage, targetLanguages } from '../../form/languages';
import { providerRLC } from '../../form/locators';
import { knownTranslationsField, translatedFilesField } from '../../form/mergeFields';
import { requestName, sourceNativeId, wordCount } from '../../form/requestFields';
import { FIELDS, outputFieldsBy } from '../../form/simplify';
import { costFields } from './preview/cost';

/** Preview has the fields of Send, except these. */
const onlySend = { displayOptions: { show: { '/operation': ['send'] } } };

const knownFields: INodeProperties[] = [
	{
		...knownTranslationsField,
		displayOptions: { show: { '/translate': ['fields', 'fileTexts'] } },
		description: `Set it to send only texts that are new or changed, and not in translation already. ${knownTranslationsField.description} Needs 'Source ID'.`,
	},
	{ ...translatedFilesField, displayOptions: { show: { '/translate': ['fileTexts'] } } },
];

const existingTranslations: INodeProperties = {
	displayName: 'Existing Translations',
	name: 'existingTranslations',
	type: 'options',
	displayOptions: { show: { '/translate': ['fields', 'fileTexts'] } },
	options: [
		{
			name: 'Send Everything',
			value: 'sendEverything',
			description: 'Have every text translated anew. What stands there is replaced.',
		},
		{
			name: 'Take Over',
			value: 'takeOver',
			description:
				'A text that differs from its source counts as translated, and only the others are sent. What was taken over comes back to be stored, with the outcome upToDate.',
		},
	],
	default: 'takeOver',
	description:
		"What to do with a translated entry or file that has no value in 'Known Translations' yet. Without this choice, it is not sent.",
};

const translate: INodeProperties = {
	displayName: 'What to Translate',
	name: 'translate',
	type: 'options',
	options: [
		{ name: 'Content', value: 'content', description: 'Texts, each under its own key' },
		{
			name: 'Fields of the Item',
			value: 'fields',
			description:
				'Texts in fields of the item, also nested ones and lists, e.g. of an entry of a CMS',
		},
		{ name: 'File', value: 'file', description: 'The file of each item' },
		{
			name: 'File and Content',
			value: 'both',
			description: 'Both the file and the texts of each item, as two entries of the job',
		},
		{
			name: 'File if There Is One, Otherwise Content',
			value: 'automatic',
			description: 'For input that mixes files and texts',
		},
		{
			name: 'Reference File (Support Asset)',
			value: 'supportAsset',
			description:
				'The file of the item is not translated. It goes with the job to help the translators, e.g. a glossary. Use an expression to choose this for some items only.',
		},
		{
			name: 'Texts of the File',
			value: 'fileTexts',
			description:
				'The texts of a locale file, such as JSON. With "Known Translations", only those that are new or changed. Collect Translations puts them back into the same file.',
		},
	],
	default: 'automatic',
	description: 'What to take from each input item. All items of the run go into one job.',
};

const fieldsToTranslate: INodeProperties = {
	displayName: 'Fields to Translate',
	name: 'fieldsToTranslate',
	type: 'string',
	requiresDataPath: 'multiple',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. title, seo.description, blocks[*].text',
	hint: 'Drag fields here from the input. For every element of a list, change its number to *, as in blocks[*].text. For every field inside a field, write seo.*.',
	description:
		"The fields of the input item whose texts to translate, separated by commas. The node leaves out empty texts and values that are not text. Empty means all texts of a file. 'Merge Into' of Collect Translations puts the translations back into their places; set 'Source ID' in 'Request Fields' to find the entry then.",
	displayOptions: { show: { translate: ['fields', 'fileTexts'] } },
};

const wordsAndCost = optionGroup(
	'wordsAndCost',
	'Words and Cost',
	'What words cost, and how many words and how much money a job may take',
	[
		...costFields,
		{
			displayName: 'Max Cost',
			name: 'maxCost',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			...onlySend,
			description:
				"The most that the job may cost by 'Rates'. Above it, the node sends nothing. A job that was sent or made before is not refused.",
		},
		{
			displayName: 'Max Words',
			name: 'maxWords',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 0,
			...onlySend,
			description:
				'The most words that the job may have, all languages together. Above it, the node sends nothing. A job that was sent or made before is not refused.',
		},
		{
			displayName: 'Send Counted Words',
			name: 'sendWordCount',
			type: 'boolean',
			default: false,
			...onlySend,
			description: "Whether to count the words of items without 'Word Count' and tell the provider",
		},
	],
);

const FILE_HINT =
	'The name of the input binary field with the file. An item with a single file needs no name.';

const isFileName = ({ name }: INodeProperties) => name === 'fileName';

/** In the order of use: what most people look for, limits, waiting, running twice, technical ones. */
const options = optionsInOrder(
	{
		displayName: 'Submit to Provider',
		name: 'submit',
		type: 'boolean',
		default: true,
		description:
			'Whether to send the job to the provider. If off, the node creates and fills the job, and you submit it with the Submit operation.',
	},
	{
		displayName: 'Return',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'The Job', value: 'job', description: 'One item for the job' },
			{
				name: 'One Item per Request',
				value: 'requests',
				description: 'One item for each input item and language, paired with its input item',
			},
		],
		default: 'job',
		description: 'What this node returns',
	},
	metadataJson,
	...[...languageOptions].reverse(),
	{
		...inputBinaryField,
		required: false,
		hint: FILE_HINT,
		displayOptions: { show: { '/translate': ['automatic'] } },
	},
	...uploadOptionFields.filter(isFileName),
	existingTranslations,
	shortenNamesOption,
	{
		displayName: 'Split Into Several Jobs',
		name: 'splitJobs',
		type: 'boolean',
		default: false,
		description:
			'Whether to spread the items over several jobs, named "… (1/3)", if one job cannot hold them. If off, the node refuses too many items.',
	},
	wordsAndCost,
	{
		displayName: 'Only This Plan',
		name: 'planKey',
		type: 'string',
		default: '',
		placeholder: "e.g. {{ $('Preview what would be sent').first().json.planKey }}",
		...onlySend,
		builderHint: {
			propertyHint:
				'Take it from the planKey that Preview returned for the same fields. An agent may fill it in; it can then send nothing that was not previewed.',
		},
		description:
			'The "planKey" that Preview returned. If the content, the languages, the provider or a field of the job differs, the node sends nothing. Job name, description and due date do not count.',
	},
	{ ...waitForProviderField, ...onlySend },
	{
		...waitLimit,
		...onlySend,
		description:
			"How long 'Wait Until the Provider Has It' may take. After that, the node returns the submitted job with a warning. The node also waits this long (at least 'Take Over After') for another execution that is sending the same content, and then fails.",
	},
	{
		displayName: 'If Cancelled or Failed',
		name: 'onCancelled',
		type: 'options',
		options: [
			{
				name: 'Send Again',
				value: 'sendAgain',
				description: 'Create a new job. Not for a provider that cancels or recovers by itself.',
			},
			{ name: 'Stop', value: 'stop', description: 'A message names the job' },
		],
		default: 'stop',
		description:
			'What to do if the same content was sent before and its job was cancelled, or the provider could not translate it',
	},
	{
		displayName: 'Run Key',
		name: 'runKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.releaseId }}',
		description:
			"Prevents sending the same content twice. A second run with the same key returns the job of the first run, and fails if it has other items. Leave empty to derive the key from the workflow, the node, the provider and the content of all items; job name, description and due date do not count. To send the same content again on purpose, enter another key or set 'Search Window' to 0.",
	},
	{
		displayName: 'Search Window (Hours)',
		name: 'windowHours',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 24,
		description:
			'How far back to look for a job with the same run key before creating a new one. 0 turns the search off: every run then creates its own job, even when n8n retries a failed run.',
	},
	{
		displayName: 'Take Over After (Seconds)',
		name: 'takeOverSeconds',
		type: 'number',
		...onlySend,
		typeOptions: { minValue: 1 },
		default: 45,
		description:
			'How long an unsubmitted job of another run with the same run key must stay unchanged before this run deletes it and sends its own. Use the same value in every workflow that sends this content.',
	},
	...uploadOptionFields
		.filter((field) => !isFileName(field))
		.map((field) => ({ ...field, ...onlySend })),
);

/** Without an empty row, so that the form fits on a screen. */
const unlessFile = (field: INodeProperties): INodeProperties => ({
	...field,
	...(field.name === 'content' ? { default: {} } : {}),
	displayOptions: {
		...field.displayOptions,
		hide: { translate: ['fields', 'file', 'supportAsset', 'fileTexts'] },
	},
});

export const properties: INodeProperties[] = [
	{
		...providerRLC,
		required: false,
		description: 'The provider that translates the job',
	},
	{ ...sourceLanguage, required: true },
	{ ...targetLanguages, required: true },
	{
		...jobNameField,
		description: `${jobNameField.description} If empty, the node uses the first file or request, how many more there are, and the time.`,
		placeholder: 'e.g. Spring catalogue (empty: first file and time)',
	},
	translate,
	fieldsToTranslate,
	withShown(
		{ ...inputBinaryField, hint: FILE_HINT },
		{ translate: ['file', 'both', 'supportAsset', 'fileTexts'] },
	),
	...contentFields.map(unlessFile),
	{
		displayName: 'Request Fields',
		name: 'itemFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'Fields of the requests. Set separately for each input item.',
		options: [
			metadataJson,
			...knownFields,
			{
				...requestName,
				description: `${requestName.description} If empty, the node uses the file name or the beginning of the text.`,
			},
			{
				...sourceNativeId,
				description: `${sourceNativeId.description} Without this field, the node derives it from the content.`,
			},
			wordCount,
		],
	},
	{
		displayName: 'Job Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'Fields of the job. Expressions use the first input item.',
		options: jobFields,
	},
	options,
	...outputFieldsBy({ send: FIELDS.sent, preview: FIELDS.previewed }),
];
