import { type FileReference, toFileReference } from '../../form/fileFields';
import { TRANSLATED_ENTRIES, TRANSLATED_FILES } from '../../form/mergeFields';
import { InvalidInput } from '../../rules/invalidInput';
import { isRecord, parseJson } from '../../rules/json';
import {
	ACCEPTED_LANGUAGE_CODES,
	languageParts,
	normaliseCode,
	sameCode,
	standardTag,
} from '../../rules/languages/codes';
import {
	isSkipped,
	possibleCodes,
	type ResolveOptions,
} from '../../rules/languages/resolveLanguage';
import { sameName } from '../../rules/names';
import {
	checkKnown,
	digestOfEntry,
	type EntryKey,
	isKnownValue,
	type Known,
	parseIfJson,
	parseKnown,
	usable,
} from './value';

const ENTRY_OF_ROW = ['translatedEntry', 'translatedEntries', 'entry'];

/** Neither is a text of blanks, an empty list or an empty object. */
export const isGiven = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.keys(value).length > 0
		: !/^\s*(null)?\s*$/.test(String(value ?? ''));

/** The target languages of an entry. */
interface Languages {
	wanted: readonly string[];
	/** Those that a name may mean: none if it is another language. Undefined if it is no language. */
	meant(entered: unknown): string[] | undefined;
	/** The one that a name means. */
	find(entered: unknown): string | undefined;
}

export function languagesOf(wanted: readonly string[], options: ResolveOptions): Languages {
	const meant = (entered: unknown) => {
		const code = String(entered ?? '').trim();
		let codes: string[] = [];
		try {
			codes = possibleCodes(code, options);
		} catch {
			// It may be the name of a field.
		}
		const same =
			wanted.find((language) => sameCode(code, language)) ??
			wanted.find((language) => codes.length === 1 && sameCode(codes[0], language));
		if (same !== undefined) return [same];
		// "de" is clear if only one kind of German is wanted.
		const alike = wanted.filter(
			(language) =>
				languageParts(standardTag(language)).language === normaliseCode(code) ||
				codes.some((each) => sameCode(each, language)),
		);
		const isLanguage =
			alike.length > 0 ||
			isSkipped(code, options) ||
			ACCEPTED_LANGUAGE_CODES.includes(codes[0] ?? '');
		return isLanguage ? alike : undefined;
	};
	const find = (entered: unknown) => {
		const [one, ...others] = meant(entered) ?? [];
		return others.length === 0 ? one : undefined;
	};
	return { wanted, meant, find };
}

/** A value, and under which name of a language it was given. */
interface Given {
	value: unknown;
	name?: string;
	isListed?: boolean;
}

/**
 * Takes apart what a field holds: one value, a list of values or rows, or values by language. Each
 * may be text.
 */
function valuesIn(
	given: Given,
	rowFields: readonly string[],
	isValue: (given: Given) => boolean,
): Given[] {
	const value = parseIfJson(given.value);
	const inside = (inner: unknown, name?: string, isListed = false) =>
		valuesIn({ value: inner, name, isListed }, rowFields, isValue);
	if (!isGiven(value)) return [];
	if (Array.isArray(value)) return value.flatMap((each: unknown) => inside(each, undefined, true));
	if (!isRecord(value) || isValue({ ...given, value })) return [{ ...given, value }];
	const field = rowFields.find((each) => each in value);
	// A row may have no value yet.
	if ('targetLanguage' in value || field !== undefined)
		return inside(value[field ?? ''], String(value.targetLanguage ?? ''));
	return Object.entries(value).flatMap(([name, inner]) => inside(inner, name));
}

const isOfOtherLanguage = ({ name }: Given, languages: Languages): boolean =>
	name !== undefined && languages.meant(name)?.length === 0;

/** Languages that are not wanted do not count. */
export function readKnownByLanguage(
	given: unknown,
	sourceId: string,
	languages: Languages,
): Map<string, Known> {
	const known = new Map<string, Known>();
	const isOne = isKnownValue(parseIfJson(given));
	for (const each of valuesIn({ value: given }, ['knownTranslations'], ({ value }) =>
		isKnownValue(value),
	)) {
		if (isOfOtherLanguage(each, languages)) continue;
		const named = languages.find(each.name);
		const all = languages.wanted.join(', ');
		const read = usable({ sourceId, language: named ?? all }, () => parseKnown(each.value));
		const language = named ?? languages.find(read.language) ?? (isOne ? all : undefined);
		if (language === undefined) continue;
		const key = { sourceId, language };
		known.set(
			language,
			usable(key, () => checkKnown(read, key)),
		);
	}
	return known;
}

/** Of one value, or of the values of many entries and languages. Undefined for a new entry. */
export function findKnown(given: unknown, key: EntryKey, languages: Languages): Known | undefined {
	const isList = Array.isArray(parseIfJson(given));
	const values = valuesIn({ value: given }, ['knownTranslations'], ({ value }) =>
		isKnownValue(value),
	);
	let found: Known | undefined;
	let unusable: unknown;
	for (const each of values) {
		if (isOfOtherLanguage(each, languages)) continue;
		try {
			const known = parseKnown(each.value);
			const isAlone = !isList && values.length === 1;
			const language = languages.find(each.name) ?? languages.find(known.language);
			if (isAlone || (language !== undefined && sameName(known.sourceId, key.sourceId)))
				found = checkKnown(known, key);
		} catch (error) {
			unusable = error;
		}
	}
	// A damaged value does not say whose it is.
	if (!found && unusable) throw unusable as Error;
	return found;
}

/** An entry may have fields such as "id" and "it". What they hold tells it from entries. */
function isByLanguage(value: object, { meant }: Languages): boolean {
	const all: Array<[string, unknown]> = Object.entries(value);
	const isWanted = (name: string) => meant(name)!.length > 0;
	const isEntry = (inner: unknown) =>
		typeof inner === 'object' || /^\s*(\{|$)/.test(String(inner ?? ''));
	return (
		all.every(([name]) => meant(name)) &&
		(all.some(([name, inner]) => isWanted(name) && isEntry(inner)) ||
			all.every(([name, inner]) => isWanted(name) || isEntry(inner)))
	);
}

/** An entry does not say its language, so its name does, if there are several. */
export function readEntriesByLanguage(given: unknown, languages: Languages): Map<string, unknown> {
	const entries = new Map<string, unknown>();
	const isEntry = ({ value, name, isListed }: Given) =>
		name !== undefined || (!isListed && !isByLanguage(value as object, languages));
	for (const each of valuesIn({ value: given }, ENTRY_OF_ROW, isEntry)) {
		if (isOfOtherLanguage(each, languages)) continue;
		// Without a name, what cannot be read is told first.
		const named =
			each.name === undefined ? undefined : targetOf(each, languages, TRANSLATED_ENTRIES);
		const entry = parseJson(each.value, TRANSLATED_ENTRIES, 'object');
		const language = named ?? targetOf(each, languages, TRANSLATED_ENTRIES);
		const other = entries.get(language);
		if (other !== undefined && digestOfEntry(other) !== digestOfEntry(entry))
			throw new InvalidInput(
				`${TRANSLATED_ENTRIES} has two entries in ${language}`,
				'Give only the translated entries of this entry, one for each language.',
			);
		entries.set(language, entry);
	}
	return entries;
}

/** Where the files are in the item. */
export function readFilesByLanguage(
	given: unknown,
	languages: Languages,
): Map<string, FileReference> {
	const isFile = ({ value }: Given) => isRecord(value) && 'mimeType' in value;
	return new Map(
		valuesIn({ value: given }, ['translatedFile'], isFile).flatMap((each) => {
			if (isOfOtherLanguage(each, languages)) return [];
			return [
				[
					targetOf(each, languages, TRANSLATED_FILES),
					toFileReference(each.value, TRANSLATED_FILES),
				],
			];
		}),
	);
}

function targetOf(each: Given, languages: Languages, field: string): string {
	const named = languages.find(each.name);
	const [only, ...others] = languages.wanted;
	if (named !== undefined) return named;
	if (each.name === undefined && only !== undefined && others.length === 0) return only;
	const [one, row] =
		field === TRANSLATED_FILES ? ['file', 'translatedFile'] : ['entry', 'translatedEntry'];
	throw new InvalidInput(
		`${field} does not say which language the ${one} is in`,
		`This item has ${languages.wanted.length} target ${others.length === 0 ? 'language' : 'languages'}. Give an object with the languages as names, or a list with targetLanguage and ${row}.`,
	);
}
