import type { INodeProperties } from 'n8n-workflow';

import {
	checkKnown,
	isKnownValue,
	type Known,
	parseKnown,
} from '../../../shared/rules/entries/known/value';
import { InvalidInput } from '../../../shared/rules/invalidInput';
import { isRecord } from '../../../shared/rules/isRecord';
import { parseJson } from '../../../shared/rules/jsonInput';
import { sameCode } from '../../../shared/rules/languages/codes';
import {
	resolveLanguage,
	type ResolveOptions,
} from '../../../shared/rules/languages/resolveLanguage';

const KNOWN = 'Known Translations';
const ENTRIES = 'Translated Entries';

export const knownTranslationsField: INodeProperties = {
	displayName: KNOWN,
	name: 'knownTranslations',
	type: 'json',
	default: '',
	placeholder: 'e.g. {{ $json.knownTranslations }}',
	description:
		'What this operation returned as "knownTranslations" when the entry was merged the last time in this language. Store it beside the translated entry. For an entry that was never merged, the expression may give nothing.',
};

export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '';

/** Finds the language of this entry that somebody means. */
type FindLanguage = (entered: unknown) => string | undefined;

export function languageFinder(
	languages: readonly string[],
	options: ResolveOptions,
): FindLanguage {
	return (entered) => {
		const text = String(entered ?? '').trim();
		const same = languages.find((language) => sameCode(text, language));
		if (same !== undefined) return same;
		try {
			return languages.find((language) => sameCode(resolveLanguage(text, options), language));
		} catch {
			return undefined;
		}
	};
}

/** One value, a list of values, or values by language. */
export function readKnownByLanguage(
	given: unknown,
	sourceId: string,
	findLanguage: FindLanguage,
): Map<string, Known> {
	const known = new Map<string, Known>();
	for (const value of valuesIn(given)) {
		const read = parseKnown(value);
		const language = findLanguage(read.language);
		if (language !== undefined) known.set(language, checkKnown(read, { sourceId, language }));
	}
	return known;
}

function valuesIn(given: unknown): unknown[] {
	const value = parsed(given);
	if (!isGiven(value)) return [];
	if (isKnownValue(value)) return [value];
	if (Array.isArray(value))
		return value.flatMap((row: unknown) =>
			isRow(row) ? valuesIn(row.knownTranslations) : valuesIn(row),
		);
	return isRecord(value) ? Object.values(value).flatMap(valuesIn) : [value];
}

/** A row may have no value yet. */
const isRow = (value: unknown): value is Record<string, unknown> =>
	isRecord(value) && ('knownTranslations' in value || 'targetLanguage' in value);

/** A damaged text stays a text. */
function parsed(given: unknown): unknown {
	if (typeof given !== 'string' || given.trim() === '')
		return given === undefined ? undefined : given || undefined;
	try {
		return JSON.parse(given) as unknown;
	} catch {
		return given;
	}
}

/** One entry, a list of rows, or entries by language. */
export function readEntriesByLanguage(
	given: unknown,
	languages: readonly string[],
	findLanguage: FindLanguage,
): Map<string, unknown> {
	const entries = new Map<string, unknown>();
	if (!isGiven(given)) return entries;
	const value = parseJson(given, ENTRIES, 'any');
	const add = (language: string | undefined, entry: unknown) => {
		if (language !== undefined && isGiven(entry))
			entries.set(language, parseJson(entry, ENTRIES, 'object'));
	};
	if (Array.isArray(value)) {
		for (const row of value as unknown[])
			if (isRecord(row))
				add(
					findLanguage(row.targetLanguage),
					row.translatedEntry ?? row.translatedEntries ?? row.entry,
				);
		return entries;
	}
	const byLanguage = Object.entries(isRecord(value) ? value : {});
	if (byLanguage.length > 0 && byLanguage.every(([name]) => findLanguage(name) !== undefined)) {
		for (const [name, entry] of byLanguage) add(findLanguage(name), entry);
		return entries;
	}
	if (languages.length > 1)
		throw new InvalidInput(
			`${ENTRIES} does not say which language the entry is in`,
			`This item has ${languages.length} target languages. Give an object with the languages as names, or a list with targetLanguage and translatedEntry.`,
			ENTRIES,
		);
	add(languages[0], value);
	return entries;
}
