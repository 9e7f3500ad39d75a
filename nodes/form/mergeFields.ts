/** Where translations go, and what is known about them. */
import type { INodeProperties } from 'n8n-workflow';

export const MERGE_INTO = 'Merge Into';
export const MERGE_INTO_FILE = 'Merge Into File';
export const TRANSLATED_FILE = 'Translated File';
export const TRANSLATED_FILES = 'Translated Files';
export const KNOWN = 'Known Translations';
export const TRANSLATED_ENTRIES = 'Translated Entries';

export const mergeIntoField: INodeProperties = {
	displayName: MERGE_INTO,
	name: 'mergeInto',
	type: 'string',
	default: '',
	placeholder: "e.g. {{ $('Get Entry').item.json }}",
	hint: 'Only for entries: drag the original entry here to get it back complete, in the field "entry". Otherwise leave it empty.',
	description:
		'The entry whose texts were sent with "Fields of the Item", as Send for Translation received it. The node puts every translated text into its place.',
};

export const mergeIntoFileFields: INodeProperties[] = [
	{
		displayName: MERGE_INTO_FILE,
		name: 'mergeIntoFile',
		type: 'string',
		default: '',
		placeholder: 'e.g. data',
		displayOptions: { show: { mergeInto: [''] } },
		hint: 'Only for "Texts of the File": the input binary field with the source file as it is now. The translated file comes back in the same format. Otherwise leave it empty.',
		description:
			'The file whose texts were sent. The node puts every translated text into its place and leaves everything else as it is.',
	},
	{
		displayName: TRANSLATED_FILE,
		name: 'translatedFile',
		type: 'string',
		default: '',
		placeholder: 'e.g. translated',
		displayOptions: { show: { mergeInto: [''] }, hide: { mergeIntoFile: [''] } },
		description:
			"The input binary field with the translated file as it is now. The node learns from it what people have edited, and keeps it. Only together with 'Known Translations'. For a language that has no file yet, the expression may give nothing.",
	},
];

export const misfitOption: INodeProperties = {
	displayName: 'If a Text Does Not Fit',
	name: 'misfit',
	type: 'options',
	options: [
		{
			name: 'Stop',
			value: 'error',
			description: 'Merge nothing, and name the place',
		},
		{
			name: 'Leave It Out and Warn',
			value: 'leaveOut',
			description: 'Merge the other texts, and list this one in the field "leftOut"',
		},
	],
	default: 'error',
	description:
		"What to do with 'Merge Into' if a text has changed or moved in the entry since it was sent, or has no translation",
};

export const knownTranslationsField: INodeProperties = {
	displayName: KNOWN,
	name: 'knownTranslations',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.knownTranslations }}',
	description:
		'What this operation returned as "knownTranslations" when the entry was merged the last time in this language. Store it beside the translated entry. For an entry that was never merged, the expression may give nothing.',
};

export const translatedEntriesField: INodeProperties = {
	displayName: TRANSLATED_ENTRIES,
	name: 'translatedEntries',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.translations }}',
	description:
		"The entry as it is now in each language, as an object with the languages as names, or as a list with targetLanguage and translatedEntry. The node learns from it what people have edited, and keeps it. Only together with 'Known Translations'.",
};
