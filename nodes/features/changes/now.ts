/** What stands in one language, and what a merge of it gives to be stored. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { counted } from '../../../l10n/counted';
import { InvalidInput } from '../../../l10n/invalidInput';
import { isOtherLanguage } from '../../../l10n/languageTags';
import { type LockKey, writeLock } from '../../../l10n/lock/lock';
import type { MergedLocked } from '../../../l10n/lock/mergeLocked';
import { EntryFile } from '../../form/entryFile';
import { TRANSLATED_FILES } from '../../form/mergeFields';
import { type Translations, unusable } from './translations';

/** What stands in one language now, beside its lock. */
export interface Now extends Omit<Translations, 'translatedFile'> {
	file?: EntryFile;
}

/** Opens the translated file of a row, or that which is named beside the rows. */
export async function openFile(
	context: IExecuteFunctions,
	itemIndex: number,
	key: LockKey,
	{ translatedFile, ...row }: Translations = {},
	named = translatedFile,
): Promise<Now> {
	if (named === undefined) return row;
	try {
		const file = await EntryFile.open(context, itemIndex, named, TRANSLATED_FILES);
		refuseOtherLanguage(file, key);
		const translatedEntry = (await file.texts.translatedEntry()) as IDataObject;
		return { ...row, file, translatedEntry };
	} catch (error) {
		throw unusable(key, error);
	}
}

/** In a file, what was not chosen keeps what stands in the translated file. */
export function withUnchosen<Merged extends MergedLocked<unknown>>(
	merged: Merged,
	language: string,
	source: EntryFile,
	now: EntryFile | undefined,
): Merged {
	const { put, lock, replacedEdits } = merged;
	const chosen = new Set(lock.texts.map(({ place }) => place));
	const there = [...(now?.texts.translations() ?? [])].filter(([place]) => !chosen.has(place));
	const forms = source.texts.likelyForms(language);
	return {
		...merged,
		put: new Map([...there, ...put]),
		replacedEdits: replacedEdits.filter(({ key }) => !forms.has(key)),
	};
}

function refuseOtherLanguage({ fileName, texts }: EntryFile, { language }: LockKey): void {
	const stated = texts.language ?? '';
	if (!isOtherLanguage(stated, language)) return;
	throw new InvalidInput(
		`${fileName} says that it is in ${stated}, not in ${language}`,
		`Give the file in ${language}, or correct what the file says of its language.`,
	);
}

/** What a person stores of it, and looks at. */
export const mergedOutput = (
	{ sourceId, language }: LockKey,
	{ entry, lock, missing, replacedEdits }: MergedLocked<IDataObject>,
) => ({
	sourceNativeId: sourceId,
	targetNativeLanguageCode: language,
	entry,
	knownTranslations: writeLock(lock),
	missing,
	replacedEdits,
});

export const sayPutBack = (texts: number): string =>
	`${counted(texts, 'text')} in translated entries ${texts === 1 ? 'is' : 'are'} the source text, because somebody put it back there. To have it translated, remove the text from the translated entry.`;
