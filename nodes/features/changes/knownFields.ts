import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { knownTranslationsField } from './knownTranslations';

export const knownFields: INodeProperties[] = [
	{
		...knownTranslationsField,
		displayOptions: { show: { '/translate': ['fields'] } },
		description:
			'Set it to send only texts that are new or changed, and not in translation already. It takes what Get Translated Content returned as "knownTranslations" when this entry was merged the last time: one text per language, as a list, as an object with the languages as names, or as one value. For a new entry, the expression may give nothing. Needs \'Source ID\'.',
	},
	{
		displayName: 'Translated Entries',
		name: 'translatedEntries',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.translations }}',
		displayOptions: { show: { '/translate': ['fields'] } },
		description:
			"The entry as it is now in each language, as an object with the languages as names, or as a list with targetLanguage and translatedEntry. The node learns from it what people have edited, and keeps it. Only together with 'Known Translations'.",
	},
];

/** True if the field is there, even if its value is empty: then the entry is a new one. */
export const usesKnown = (context: IExecuteFunctions): boolean =>
	'knownTranslations' in ((context.getNode().parameters.itemFields ?? {}) as IDataObject);
