import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { InvalidInput } from '../../../l10n/invalidInput';
import { parseJson } from '../../../l10n/json';
import { EntryFile } from '../../form/entryFile';
import { MERGE_INTO } from '../../form/mergeFields';
import { readIfGiven } from '../../form/parameters';
import { isGiven } from './translations';

/** Whether the field is filled, even if its expression gives nothing for an item. */
export const isEntered = (context: IExecuteFunctions, name: string): boolean =>
	!/^=?\s*$/.test(String(context.getNode().parameters[name] ?? ''));

export const isMerging = (context: IExecuteFunctions): boolean => isEntered(context, 'mergeInto');

/** Where the translations of an item go. */
export interface Target {
	entryFor(language: string): IDataObject;
	file?: EntryFile;
}

/** An object or JSON is an entry, another text the binary field of a source file. */
export async function readTarget(context: IExecuteFunctions, itemIndex: number): Promise<Target> {
	const given = readField(context, 'mergeInto', itemIndex, MERGE_INTO);
	// To merge nothing then would lose the translation.
	if (!isGiven(given))
		throw new InvalidInput(
			`${MERGE_INTO} gives no entry and no file for this item`,
			'Check the expression, and that the node before found the entry.',
		);
	if (typeof given === 'string' && !/^\s*[{["]/.test(given)) {
		const file = await EntryFile.open(context, itemIndex, given.trim(), MERGE_INTO);
		return { entryFor: (language) => file.entryFor(language), file };
	}
	const entry = parseJson(given, MERGE_INTO, 'object') as IDataObject;
	return { entryFor: () => entry };
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
