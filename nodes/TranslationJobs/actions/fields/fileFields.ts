import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { UploadMode } from '../../../shared/rules/limits';
import { DEFAULT_CHUNK_BYTES, type UploadOptions } from '../../../shared/service/files/uploadFile';
import { DEFAULT_IDLE_MS } from '../../../shared/transport/files/fileHost';

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
	hint: 'The name of the input binary field containing the file to be uploaded',
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

export const uploadModeField: INodeProperties = {
	displayName: 'Upload Mode',
	name: 'uploadMode',
	type: 'options',
	options: [
		{ name: 'Automatic', value: 'automatic', description: 'Direct below 1 MB, resumable above' },
		{ name: 'Direct', value: 'direct', description: 'In one go, up to 200 MB; an interruption means starting over' },
		{ name: 'Resumable', value: 'resumable', description: 'In chunks, up to 1 GB; goes on after an interruption' },
	],
	default: 'automatic',
	description: 'How the file is sent',
};

export const idleField: INodeProperties = {
	displayName: 'Stalled After (Seconds)',
	name: 'idleSeconds',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: IDLE_SECONDS,
	description: 'How long a transfer may stand still before it is broken off and tried again',
};

/** The options of everything that uploads a file. */
export const uploadOptionFields: INodeProperties[] = [
	{
		displayName: 'Chunk Size (MiB)',
		name: 'chunkSizeMiB',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1024 },
		default: CHUNK_MIB,
		description: 'How much a resumable upload sends in one call. An interruption costs at most one chunk; it takes no more memory if larger.',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. catalogue.docx',
		description: 'Instead of the name of the binary data. At most 250 characters; the extension tells the provider how to read the file.',
	},
	idleField,
];

export function readIdleMs(context: IExecuteFunctions, itemIndex: number): number {
	return Math.max(1, Number(context.getNodeParameter('options.idleSeconds', itemIndex, IDLE_SECONDS))) * 1000;
}

export function readUploadOptions(context: IExecuteFunctions, itemIndex: number): UploadOptions {
	const chunkSizeMiB = Number(context.getNodeParameter('options.chunkSizeMiB', itemIndex, CHUNK_MIB));
	return {
		mode: context.getNodeParameter('uploadMode', itemIndex, 'automatic') as UploadMode,
		chunkSize: Math.max(1, Math.round(chunkSizeMiB * MIB)),
		fileName: String(context.getNodeParameter('options.fileName', itemIndex, '') ?? '').trim(),
		shortenName: context.getNodeParameter('options.shortenNames', itemIndex, false) as boolean,
		idleMs: readIdleMs(context, itemIndex),
	};
}
