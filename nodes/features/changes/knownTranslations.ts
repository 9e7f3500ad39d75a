import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../rules/invalidInput';
import { isRecord, parseJson } from '../../rules/json';
import { languageParts, normaliseCode, sameCode, standardTag } from '../../rules/languages/codes';
import { resolveLanguage, type ResolveOptions } from '../../rules/languages/resolveLanguage';
import { checkKnown, isKnownValue, type Known, parseKnown } from './value';

const KNOWN = 'Known Translations';
const ENTRIES = 'Translated Entries';

export const knownTranslationsField: INodeProperties = {
	displayName: KNOWN,
	name: 'knownTranslations',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.knownTranslations }}',
	description:
		'What this operation returned as "knownTranslations" when the entry was merged the last time in this language. Store it beside the translated entry. For an entry that was never merged, the expression may give nothing.',
};

/** Neither is a text of blanks, an empty list or an empty object. */
export const isGiven = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.keys(value).length > 0
		: !/^\s*(null)?\s*$/.test(String(value ?? ''));

/** The target languages of an entry. */
interface Languages {
	wanted: readonly string[];
	/** The target language that somebody means. */
	find(entered: unknown): string | undefined;
	/** True for the name of any language. */
	isOne(name: string): boolean;
}

export function languagesOf(wanted: readonly string[], options: ResolveOptions): Languages {
	const resolve = (entered: unknown, given: ResolveOptions) => {
		try {
			return resolveLanguage(String(entered ?? ''), given);
		} catch {
			return undefined;
		}
	};
	const find = (entered: unknown) => {
		const code = String(entered ?? '').trim();
		const resolved = resolve(code, options) ?? code;
		const same =
			wanted.find((language) => sameCode(code, language)) ??
			wanted.find((language) => sameCode(resolved, language));
		// "de" is clear if only one kind of German is wanted.
		const alike = wanted.filter(
			(language) => languageParts(standardTag(language)).language === normaliseCode(code),
		);
		return same ?? (alike.length === 1 ? alike[0] : undefined);
	};
	return {
		wanted,
		find,
		isOne: (name) =>
			(find(name) ?? resolve(name, { ...options, allowUnlisted: false })) !== undefined,
	};
}

/** One value, a list of values or rows, or values by language. Languages not wanted do not count. */
export function readKnownByLanguage(
	given: unknown,
	sourceId: string,
	languages: Languages,
): Map<string, Known> {
	const known = new Map<string, Known>();
	const isOne = isKnownValue(parsed(given));
	for (const { value, named } of valuesIn(given, languages)) {
		const read = parseKnown(value);
		const language =
			named ?? languages.find(read.language) ?? (isOne ? languages.wanted.join(', ') : undefined);
		if (language !== undefined) known.set(language, checkKnown(read, { sourceId, language }));
	}
	return known;
}

interface GivenValue {
	value: unknown;
	/** The language under whose name it was given. */
	named?: string;
}

function valuesIn(given: unknown, languages: Languages, named?: string): GivenValue[] {
	const value = parsed(given);
	if (!isGiven(value)) return [];
	if (isKnownValue(value) || typeof value !== 'object') return [{ value, named }];
	if (Array.isArray(value)) return value.flatMap((row: unknown) => valuesIn(row, languages));
	if (!isRow(value))
		return Object.entries(value as object).flatMap(([name, inner]) =>
			valuesIn(inner, languages, languages.find(name)),
		);
	const { targetLanguage, knownTranslations } = value;
	const ofRow = languages.find(targetLanguage);
	const isOther = ofRow === undefined && languages.isOne(String(targetLanguage ?? ''));
	return isOther ? [] : valuesIn(knownTranslations, languages, ofRow);
}

/** A row may have no value yet. */
const isRow = (value: unknown): value is Record<string, unknown> =>
	isRecord(value) && ('knownTranslations' in value || 'targetLanguage' in value);

/** A damaged text stays a text. */
function parsed(given: unknown): unknown {
	if (typeof given !== 'string') return given;
	try {
		return JSON.parse(given) as unknown;
	} catch {
		return given;
	}
}

/** One entry, a list of rows, or entries by language. */
export function readEntriesByLanguage(given: unknown, languages: Languages): Map<string, unknown> {
	const entries = new Map<string, unknown>();
	const value = isGiven(given) ? parseJson(given, ENTRIES, 'any') : undefined;
	if (!isGiven(value)) return entries;
	const add = (language: string | undefined, entry: unknown) => {
		if (language !== undefined && isGiven(entry))
			entries.set(language, parseJson(entry, ENTRIES, 'object'));
	};
	if (Array.isArray(value)) {
		for (const inner of value.filter(isGiven)) {
			const row = parseJson(inner, ENTRIES, 'object');
			if (!languages.isOne(String(row.targetLanguage ?? ''))) throw noLanguage(languages);
			add(
				languages.find(row.targetLanguage),
				row.translatedEntry ?? row.translatedEntries ?? row.entry,
			);
		}
		return entries;
	}
	const entry = parseJson(value, ENTRIES, 'object');
	if (Object.keys(entry).every((name) => languages.isOne(name)))
		for (const [name, inner] of Object.entries(entry)) add(languages.find(name), inner);
	else if (languages.wanted.length > 1) throw noLanguage(languages);
	else add(languages.wanted[0], entry);
	return entries;
}

const noLanguage = ({ wanted }: Languages) =>
	new InvalidInput(
		`${ENTRIES} does not say which language the entry is in`,
		`This item has ${wanted.length} target ${wanted.length === 1 ? 'language' : 'languages'}. Give an object with the languages as names, or a list with targetLanguage and translatedEntry.`,
		ENTRIES,
	);

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
