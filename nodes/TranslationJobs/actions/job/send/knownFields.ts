import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { knownTranslationsField } from '../../commonFields/knownTranslations';

export const knownFields: INodeProperties[] = [
	{
		...knownTranslationsField,
		displayOptions: { show: { '/translate': ['fields'] } },
		description:
			'What Get Translated Content returned as "knownTranslations" when this entry was merged the last time: one text per language, as one value, a list, or an object with the languages as names. The node then sends only texts that are new or changed, and that are not in translation already. Leave the value empty for a new entry. Needs \'Source ID\'.',
	},
	{
		displayName: 'Translated Entries',
		name: 'translatedEntries',
		type: 'json',
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
