import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { DEFAULT_CHUNK_BYTES, type UploadOptions } from '../api/files/uploadFile';
import { DEFAULT_IDLE_MS } from '../http/transfers/fileHost';
import { checkFileNamePattern } from '../rules/fileNamePattern';
import type { UploadMode } from '../rules/limits';
import { readChoice, readFlag, readText } from './parameters';

const MIB = 1024 * 1024;
const CHUNK_MIB = DEFAULT_CHUNK_BYTES / MIB;
const IDLE_SECONDS = DEFAULT_IDLE_MS / 1000;

export const inputBinaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field containing the file to be uploaded. An item with a single file needs no name.',
};

export const outputBinaryField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
};

export const outputFileNameField: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. {name}.{language}.{extension}',
	description:
		'Names each translated file by a pattern. {name} and {extension} are the parts of its name, {language} is the target language. Without a pattern, the name stays.',
};

export const readFileNamePattern = (
	context: IExecuteFunctions,
	itemIndex: number,
): string | undefined =>
	checkFileNamePattern(context.getNodeParameter('options.fileName', itemIndex, ''));

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

export function readIdleMs(context: IExecuteFunctions, itemIndex: number): number {
	return (
		Math.max(1, Number(context.getNodeParameter('options.idleSeconds', itemIndex, IDLE_SECONDS))) *
		1000
	);
}

export function readUploadOptions(context: IExecuteFunctions, itemIndex: number): UploadOptions {
	const chunkSizeMiB = Number(
		context.getNodeParameter('options.chunkSizeMiB', itemIndex, CHUNK_MIB),
	);
	return {
		mode: readChoice<UploadMode>(context, 'uploadMode', itemIndex, 'automatic'),
		chunkSize: Math.max(1, Math.round(chunkSizeMiB * MIB)),
		fileName: readText(context, 'options.fileName', itemIndex),
		shortenName: readFlag(context, 'options.shortenNames', itemIndex),
		idleMs: readIdleMs(context, itemIndex),
	};
}
