import type { INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../form/commonOptions';
import { outputBinaryField, outputFileNameField } from '../../form/downloadFields';
import { idleField } from '../../form/fileFields';
import { languageOptions, targetLanguagesFilter } from '../../form/languages';
import { jobFromInput } from '../../form/locators';
import {
	knownTranslationsField,
	mergeIntoField,
	misfitOption,
	translatedFilesField,
} from '../../form/mergeFields';
import { FIELDS, outputFields } from '../../form/simplify';
import { checksField } from '../quality/checkOptions';

const textsAsFileField: INodeProperties = {
	displayName: 'Texts as File',
	name: 'textsAsFile',
	type: 'boolean',
	default: false,
	description:
		"Whether to put translated texts into a file, too: JSON, one file per request. Then one store takes files and texts alike. With 'Merge Into', the entry holds the texts, and there is no file.",
};

const notFetchedField: INodeProperties = {
	displayName: 'If a Translation Cannot Be Fetched',
	name: 'onNotFetched',
	type: 'options',
	options: [
		{
			name: 'Return the Others and Warn',
			value: 'returnOthers',
			description: 'The field "notFetched" of the others names what is missing, and why',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'The node returns nothing',
		},
	],
	default: 'returnOthers',
	description:
		"What to do if the service does not give out a translation that is ready. It stays in review. If none can be fetched, the node always stops. With 'On Error: Continue', the translation is an item that says why.",
};

export const properties: INodeProperties[] = [
	{
		...jobFromInput,
		description:
			'The job whose translations to collect, by default the job of the input item. If several input items name the same job, the node collects it once.',
	},
	{
		displayName:
			'Collects the translations that are ready and does not wait for the others. Run it again, on a schedule or after a trigger, to get the rest.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{
		...outputBinaryField,
		hint: 'The name of the output binary field to put a translated file in. Translated texts go into the field "content", or with the option \'Texts as File\' into a file as well.',
	},
	mergeIntoField,
	{
		...knownTranslationsField,
		displayOptions: { hide: { mergeInto: [''] } },
		description: `${knownTranslationsField.description} Needed if 'Known Translations' of Send for Translation is set.`,
	},
	{ ...translatedFilesField, displayOptions: { hide: { mergeInto: [''] } } },
	...outputFields(FIELDS.translation),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		// The job that Send returns has no request.
		default: { requestIds: "={{ $json.requestId ?? '' }}" },
		options: [
			{
				displayName: 'Include Approved',
				name: 'includeApproved',
				type: 'boolean',
				default: false,
				description: 'Whether to also collect approved translations',
			},
			{
				displayName: 'Request IDs',
				name: 'requestIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.requestId }}',
				description:
					'Only these requests of the job. As preset, all of them if the input item has no requestId. Separate IDs with commas, or use an expression that returns a list.',
			},
			targetLanguagesFilter,
		],
	},
	optionsWith(
		notFetchedField,
		misfitOption,
		outputFileNameField,
		idleField,
		textsAsFileField,
		checksField,
		...languageOptions,
	),
];
