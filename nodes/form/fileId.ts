import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { uploadFile } from '../api/files/uploadFile';
import type { Client } from '../http/client';
import {
	inputBinaryField,
	readInputFile,
	readUploadOptions,
	uploadOptionFields,
} from './fileFields';
import { shortenNamesOption } from './jobFields';
import { readChoice, readText } from './parameters';

export const fileFields: INodeProperties[] = [
	{
		displayName: 'File From',
		name: 'fileFrom',
		type: 'options',
		options: [
			{ name: 'Binary Data', value: 'binary', description: 'Upload the file of the input item' },
			{
				name: 'File ID',
				value: 'id',
				description: 'Use a file that was uploaded to this job before',
			},
		],
		default: 'binary',
		description: 'Where the file comes from',
	},
	{
		displayName: 'File ID',
		name: 'fmsFileId',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { fileFrom: ['id'] } },
		placeholder: 'e.g. {{ $json.fmsFileId }}',
		description:
			'ID of an uploaded file of this job. The Upload operation of the File resource returns it.',
	},
	{ ...inputBinaryField, displayOptions: { show: { fileFrom: ['binary'] } } },
];

const forBinary = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { '/fileFrom': ['binary'] } },
});

export const fileOptions: INodeProperties[] = uploadOptionFields.map(forBinary);

/** For operations that have no other name to shorten. */
export const shortenFileNameOption = forBinary(shortenNamesOption);

const UPLOADED_BEFORE =
	'Check the node that should provide the file. For a file that was uploaded before, set \'File From\' to "File ID".';

/** Otherwise the file was uploaded before. */
export const isFromInput = (context: IExecuteFunctions, itemIndex: number): boolean =>
	readChoice(context, 'fileFrom', itemIndex) !== 'id';

/** The returned function uploads. Call it last: invalid input must not cost an upload. */
export async function readFile(
	context: IExecuteFunctions,
	client: Client,
	jobId: string,
	itemIndex: number,
): Promise<() => Promise<string>> {
	if (isFromInput(context, itemIndex)) {
		const source = await readInputFile(context, itemIndex, UPLOADED_BEFORE);
		const options = readUploadOptions(context, itemIndex);
		return async () => (await uploadFile(client, jobId, source, options)).fmsFileId;
	}
	const fmsFileId = readText(context, 'fmsFileId', itemIndex);
	return async () => fmsFileId;
}
