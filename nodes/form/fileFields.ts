import type { IBinaryData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../l10n/invalidInput';
import { isRecord } from '../../l10n/json';
import { DEFAULT_CHUNK_BYTES, type UploadOptions } from '../api/files/uploadFile';
import { DEFAULT_IDLE_MS } from '../http/transfers/fileHost';
import { binarySource, type FileSource } from '../http/transfers/fileSource';
import type { UploadMode } from '../rules/limits';
import { toText } from '../rules/values';
import { readChoice, readFlag, readNumber, readText, readValue } from './parameters';

const MIB = 1024 * 1024;
const CHUNK_MIB = DEFAULT_CHUNK_BYTES / MIB;
const IDLE_SECONDS = DEFAULT_IDLE_MS / 1000;

export const inputBinaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field containing the file to be uploaded. An item with a single file needs no name.',
};

export const uploadModeField: INodeProperties = {
	displayName: 'Upload Mode',
	name: 'uploadMode',
	type: 'options',
	options: [
		{ name: 'Automatic', value: 'automatic', description: 'Direct below 1 MB, resumable above' },
		{
			name: 'Direct',
			value: 'direct',
			description: 'In one call, up to 200 MB. After an interruption the upload starts over.',
		},
		{
			name: 'Resumable',
			value: 'resumable',
			description: 'In chunks, up to 1 GB. After an interruption the upload resumes.',
		},
	],
	default: 'automatic',
	description: 'How to send the file',
};

export const idleField: INodeProperties = {
	displayName: 'Stalled After (Seconds)',
	name: 'idleSeconds',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: IDLE_SECONDS,
	description: 'How long a transfer may make no progress before the node aborts it and tries again',
};

export const uploadOptionFields: INodeProperties[] = [
	{
		displayName: 'Chunk Size (MiB)',
		name: 'chunkSizeMiB',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1024 },
		default: CHUNK_MIB,
		description:
			'How much a resumable upload sends in one call. After an interruption at most one chunk is sent again. Larger chunks need no more memory.',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. catalogue.docx',
		description:
			'Replaces the name of the binary data. At most 250 characters. The extension tells the provider how to read the file.',
	},
	idleField,
];

export const readIdleMs = (context: IExecuteFunctions, itemIndex: number): number =>
	readNumber(context, 'options.idleSeconds', itemIndex) * 1000;

export function readUploadOptions(context: IExecuteFunctions, itemIndex: number): UploadOptions {
	return {
		mode: readChoice<UploadMode>(context, 'uploadMode', itemIndex) ?? 'automatic',
		chunkSize: Math.round(readNumber(context, 'options.chunkSizeMiB', itemIndex) * MIB),
		fileName: readText(context, 'options.fileName', itemIndex),
		shortenName: readFlag(context, 'options.shortenNames', itemIndex),
		idleMs: readIdleMs(context, itemIndex),
	};
}

/** The name of a binary field, or what an expression returns: the file itself. */
export type FileReference = string | IBinaryData;

/** Refuses what can be neither. */
export function toFileReference(
	value: unknown,
	label = inputBinaryField.displayName,
): FileReference {
	if (isRecord(value) && typeof value.mimeType === 'string') return value as unknown as IBinaryData;
	return toText(value, label).trim();
}

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
		);
	return fields[0];
}

/** @param instead - What else to do if the item has no file. */
export async function readInputFile(
	context: IExecuteFunctions,
	itemIndex: number,
	instead?: string,
): Promise<FileSource> {
	const named = toFileReference(readValue(context, 'binaryPropertyName', itemIndex));
	const file = findFile(context, itemIndex, named);
	if (file === undefined && instead) throw new InvalidInput('The item has no file', instead);
	return await binarySource(context, itemIndex, file ?? named);
}
