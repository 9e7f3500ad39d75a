import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { EntryFile } from '../../form/entryFile';
import { type FileReference, toFileReference } from '../../form/fileFields';
import { MERGE_INTO, MERGE_INTO_FILE, TRANSLATED_FILE } from '../../form/mergeFields';
import { readIfGiven } from '../../form/parameters';
import { InvalidInput } from '../../rules/invalidInput';
import { parseJson } from '../../rules/json';
import { isGiven } from './knownTranslations';

/** Whether the field is filled, even if its expression gives nothing for an item. */
export const isEntered = (context: IExecuteFunctions, name: string): boolean =>
	!/^=?\s*$/.test(String(context.getNode().parameters[name] ?? ''));

const isMergingFile = (context: IExecuteFunctions): boolean =>
	isEntered(context, 'mergeIntoFile') && !isEntered(context, 'mergeInto');

export const isMerging = (context: IExecuteFunctions): boolean =>
	isEntered(context, 'mergeInto') || isMergingFile(context);

/** Where the translations of an item go. */
export interface Target {
	entryFor(language: string): IDataObject;
	file?: EntryFile;
	/** The file as it is now in the language of the translation. */
	translated?: EntryFile;
}

export async function readTarget(context: IExecuteFunctions, itemIndex: number): Promise<Target> {
	if (!isMergingFile(context)) {
		const entry = readEntry(context, itemIndex);
		return { entryFor: () => entry };
	}
	const reference = readFile(context, itemIndex, 'mergeIntoFile', MERGE_INTO_FILE);
	if (reference === undefined)
		throw new InvalidInput(
			`${MERGE_INTO_FILE} gives no file for this item`,
			'Enter the name of the input binary field with the source file.',
		);
	const file = await EntryFile.open(context, itemIndex, reference, MERGE_INTO_FILE);
	const now = readFile(context, itemIndex, 'translatedFile', TRANSLATED_FILE);
	return {
		entryFor: (language) => file.entryFor(language),
		file,
		translated:
			now === undefined
				? undefined
				: await EntryFile.open(context, itemIndex, now, TRANSLATED_FILE),
	};
}

function readFile(
	context: IExecuteFunctions,
	itemIndex: number,
	name: string,
	label: string,
): FileReference | undefined {
	const given = readField(context, name, itemIndex, label);
	if (!isGiven(given)) return undefined;
	return toFileReference(given, label);
}

function readEntry(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const entry = readField(context, 'mergeInto', itemIndex, MERGE_INTO);
	// To merge nothing then would lose the translation.
	if (entry === undefined)
		throw new InvalidInput(
			`${MERGE_INTO} gives no entry for this item`,
			'Check the expression, and that the node before found the entry.',
		);
	return parseJson(entry, MERGE_INTO, 'object') as IDataObject;
}

/** A failed expression concerns its item alone. */
export function readField(
	context: IExecuteFunctions,
	name: string,
	itemIndex: number,
	label: string,
) {
	try {
		return readIfGiven(context, name, itemIndex);
	} catch (error) {
		throw unreadable(error as InvalidInput, label);
	}
}

const unreadable = ({ message, description }: InvalidInput, label: string): InvalidInput =>
	new InvalidInput(`${label} cannot be read: ${message}`, description);
