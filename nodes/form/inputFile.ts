import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { binarySource, type FileSource } from '../http/transfers/fileSource';
import { InvalidInput } from '../rules/invalidInput';

/** The name of a binary field, or what an expression returns: the file itself. */
export type FileReference = string | IBinaryData;

/** The named field wins. A single file needs no name. Undefined if the item has no file. */
export function findFile(
	context: IExecuteFunctions,
	itemIndex: number,
	named: FileReference,
	place = 'under',
): FileReference | undefined {
	const fields = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
	if (typeof named !== 'string' || fields.includes(named)) return named;
	if (fields.length > 1)
		throw new InvalidInput(
			`The item has ${fields.length} files (${fields.join(', ')}), and none of them is in the field "${named}"`,
			`Enter one of these ${place} 'Input Binary Field': ${fields.join(', ')}.`,
			'Input Binary Field',
		);
	return fields[0];
}

/** @param instead - What else to do if the item has no file. */
export async function readInputFile(
	context: IExecuteFunctions,
	itemIndex: number,
	instead?: string,
): Promise<FileSource> {
	const named = context.getNodeParameter('binaryPropertyName', itemIndex, 'data') as FileReference;
	const file = findFile(context, itemIndex, named);
	if (file === undefined && instead)
		throw new InvalidInput('The item has no file', instead, 'Input Binary Field');
	return await binarySource(context, itemIndex, file ?? named);
}
