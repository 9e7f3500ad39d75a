/** Where translations go, and what is known about them. */
import type { INodeProperties } from 'n8n-workflow';

import { KNOWN } from '../../l10n/lock/lock';

export const MERGE_INTO = 'Merge Into';
export const TRANSLATED_FILES = 'Translated Files';

export const mergeIntoField: INodeProperties = {
	displayName: MERGE_INTO,
	name: 'mergeInto',
	type: 'string',
	default: '',
	placeholder: "e.g. {{ $('Get Entry').item.json }}",
	hint: 'Only for entries and texts of files: drag the original entry here to get it back complete, in the field "entry", or enter the binary field with the source file. Otherwise leave it empty.',
	description:
		'The entry or file whose texts were sent, as Send for Translation received it. The node puts every translated text into its place and leaves everything else as it is. An object or JSON is an entry; another text is the name of the input binary field with the source file as it is now, and the translated file comes back in the same format.',
};

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
	placeholder: 'e.g. {{ $json.translations }}',
	description:
		'What is stored of the translations, as a list with a row for each language: targetLanguage, knownTranslations (what the node returned under this name when the entry was merged the last time) and translatedEntry, the entry as it is now in that language. The node keeps what people have edited there. One value that says its language needs no list. For an entry that was never merged, the expression may give nothing.',
};

export const translatedFilesField: INodeProperties = {
	displayName: TRANSLATED_FILES,
	name: 'translatedFiles',
	type: 'string',
	default: '',
	placeholder: "e.g. {{ { 'de-de': 'german', 'fr-fr': 'french' } }}",
	description:
		"The input binary fields with the translated files as they are now, as an object with the languages as names. The translations are in them, and what people have edited there stays. Only together with 'Known Translations'. A language that has no file yet may be missing.",
};
