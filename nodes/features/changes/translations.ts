/** What is stored of the translations of an entry: the field 'Known Translations'. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../../l10n/invalidInput';
import { isRecord, parseJson } from '../../../l10n/json';
import { sameCode } from '../../../l10n/languageTags';
import {
	KNOWN,
	type Lock,
	type LockKey,
	nameOf,
	parseIfJson,
	readLock,
	refused,
} from '../../../l10n/lock/lock';
import { sameName } from '../../../l10n/names';
import { type FileReference, toFileReference } from '../../form/fileFields';
import { TRANSLATED_FILES } from '../../form/mergeFields';
import {
	isSkipped,
	possibleCodes,
	type ResolveOptions,
} from '../../rules/languages/resolveLanguage';

/** Of one language. Each may be missing. */
export interface Translations {
	lock?: Lock;
	translatedEntry?: IDataObject;
	translatedFile?: FileReference;
}

/** The target languages of an entry, and how names of languages are read. */
export interface Wanted {
	sourceId: string;
	languages: readonly string[];
	options: ResolveOptions;
}

/** Neither is a text of blanks, an empty list or an empty object. */
export const isGiven = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.keys(value).length > 0
		: !/^\s*(null)?\s*$/.test(String(value ?? ''));

/** It concerns one entry and language alone: the others go on. */
export class UnusableKnown extends InvalidInput {
	constructor({ message, description }: InvalidInput, key: LockKey) {
		const name = nameOf(key);
		super(message.includes(name) ? message : `${message}, for ${name}`, description);
	}
}

/** Says of which entry and language a value is that is refused. */
export function usable<T>(key: LockKey, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw unusable(key, error);
	}
}

export const unusable = (key: LockKey, error: unknown): Error =>
	error instanceof InvalidInput && !(error instanceof UnusableKnown)
		? new UnusableKnown(error, key)
		: (error as Error);

interface Row {
	targetLanguage?: unknown;
	knownTranslations?: unknown;
	translatedEntry?: unknown;
	translatedFile?: unknown;
}

const FIELDS = ['targetLanguage', 'knownTranslations', 'translatedEntry', 'translatedFile'];

/**
 * By language: rows, or one value that says its language. What cannot be used is an error of its
 * language. Languages that are not wanted do not count.
 */
export function readTranslations(
	given: unknown,
	wanted: Wanted,
): Map<string, Translations | InvalidInput> {
	const found = new Map<string, Translations | InvalidInput>();
	const key = { sourceId: wanted.sourceId, language: wanted.languages.join(', ') };
	const rows = usable(key, () => rowsIn(given));
	for (const row of rows) {
		const language = usable(key, () => languageOfRow(row, wanted, rows.length === 1));
		if (language === undefined) continue;
		if (found.has(language))
			throw refused(
				`have two rows for ${nameOf({ ...key, language })}`,
				'Give one row for each language of this entry.',
			);
		try {
			found.set(language, readRow(row, { ...key, language }));
		} catch (error) {
			if (!(error instanceof InvalidInput)) throw error as Error;
			found.set(language, error);
		}
	}
	return found;
}

function rowsIn(given: unknown): Row[] {
	const value = parseIfJson(given);
	if (!isGiven(value)) return [];
	if (Array.isArray(value)) return value.flatMap(rowsIn);
	if (!isRecord(value) || 'version' in value) return [{ knownTranslations: value }];
	if (FIELDS.some((field) => field in value)) return [value];
	throw refused(
		'are neither a stored value nor rows',
		`Give a list with a row for each language, with the fields ${FIELDS.slice(0, 3).join(', ')} (of a file: translatedFile).`,
	);
}

/** Undefined for a language that is not wanted. */
function languageOfRow(row: Row, wanted: Wanted, isOnly: boolean): string | undefined {
	if (isGiven(row.targetLanguage)) return languageOf(row.targetLanguage, wanted, KNOWN);
	if (isGiven(row.knownTranslations)) {
		const { language } = readLock(row.knownTranslations);
		const found = languageOf(language, wanted, KNOWN);
		// To ignore it would send everything again.
		if (found === undefined && isOnly) throw inOtherLanguage(language, wanted.languages.join(', '));
		return found;
	}
	if (!isGiven(row.translatedEntry) && !isGiven(row.translatedFile)) return undefined;
	throw refused(
		'have a row that does not say its language',
		"Add 'targetLanguage' to each row: a translation is never taken for one in another language.",
	);
}

/** Undefined for a language that is not wanted. */
function languageOf(entered: unknown, wanted: Wanted, field: string): string | undefined {
	const { languages, options } = wanted;
	const code = String(entered).trim();
	const same = languages.find((language) => sameCode(code, language));
	if (same !== undefined || isSkipped(code, options)) return same;
	const codes = possibleCodes(code, { ...options, field });
	const [one, ...others] = languages.filter((language) =>
		codes.some((each) => sameCode(each, language)),
	);
	if (others.length > 0)
		throw new InvalidInput(
			`${field}: "${code}" may be ${[one, ...others].join(' or ')}`,
			'Name the language as this item does.',
		);
	return one;
}

function readRow(row: Row, key: LockKey): Translations {
	const { knownTranslations, translatedEntry, translatedFile } = row;
	return usable(key, () => ({
		...(isGiven(knownTranslations) ? { lock: checkLock(readLock(knownTranslations), key) } : {}),
		...(isGiven(parseIfJson(translatedEntry))
			? { translatedEntry: parseJson(translatedEntry, 'translatedEntry', 'object') as IDataObject }
			: {}),
		...(isGiven(translatedFile)
			? { translatedFile: toFileReference(translatedFile, TRANSLATED_FILES) }
			: {}),
	}));
}

/** Checks that it is of this entry and language. */
function checkLock(lock: Lock, { sourceId, language }: LockKey): Lock {
	if (!sameName(lock.sourceId, sourceId))
		throw refused(
			`belong to the entry "${lock.sourceId}", not to "${sourceId}"`,
			'Hand back the row of this entry: each value belongs to one entry.',
		);
	if (!sameCode(lock.language, language)) throw inOtherLanguage(lock.language, language);
	return { ...lock, sourceId, language };
}

const inOtherLanguage = (language: string, wanted: string) =>
	refused(
		`are in ${language}, not in ${wanted}`,
		'Hand back the row of this language: each value belongs to one language.',
	);

/** An object with the languages as names, and the binary field of each file. */
export function readTranslatedFiles(given: unknown, wanted: Wanted): Map<string, FileReference> {
	const value = parseIfJson(given);
	const files = new Map<string, FileReference>();
	if (!isGiven(value)) return files;
	if (!isRecord(value) || 'mimeType' in value)
		throw new InvalidInput(
			`${TRANSLATED_FILES} does not say which language the file is in`,
			"Give an object with the languages as names, e.g. {{ { 'de-de': 'german' } }}.",
		);
	for (const [name, file] of Object.entries(value)) {
		const language = isGiven(file) ? languageOf(name, wanted, TRANSLATED_FILES) : undefined;
		if (language === undefined) continue;
		if (files.has(language))
			throw new InvalidInput(
				`${TRANSLATED_FILES} has two files in ${language}`,
				'Give one file for each language.',
			);
		files.set(language, toFileReference(file, TRANSLATED_FILES));
	}
	return files;
}
