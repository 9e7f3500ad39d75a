import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../../shared/rules/invalidInput';
import { uploadFile } from '../../../shared/service/files/uploadFile';
import type { Client } from '../../../shared/transport/client';
import { binarySource } from '../../../shared/transport/files/fileSource';
import { inputBinaryField, readUploadOptions, uploadOptionFields } from './fileFields';
import { shortenNamesOption } from './jobFields';

/** Where an operation takes its file from. */
export const fileFields: INodeProperties[] = [
	{
		displayName: 'File From',
		name: 'fileFrom',
		type: 'options',
		options: [
			{ name: 'Binary Data', value: 'binary', description: 'The file is in the input item and gets uploaded' },
			{ name: 'File ID', value: 'id', description: 'The file was uploaded to this job before' },
		],
		default: 'id',
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
		description: 'ID of a file that was uploaded to this job, as the operation Upload of the resource File returns it',
	},
	{ ...inputBinaryField, displayOptions: { show: { fileFrom: ['binary'] } } },
];

const forBinary = (field: INodeProperties): INodeProperties => ({ ...field, displayOptions: { show: { '/fileFrom': ['binary'] } } });

/** The options that go with these fields. */
export const fileOptions: INodeProperties[] = uploadOptionFields.map(forBinary);

/** For operations that have no other name to shorten. */
export const shortenFileNameOption = forBinary(shortenNamesOption);

/** Reads where the file comes from. What it returns gives the id of the file; it comes last, as what is wrong elsewhere should not cost an upload. */
export async function readFile(context: IExecuteFunctions, client: Client, jobId: string, itemIndex: number): Promise<() => Promise<string>> {
	if (context.getNodeParameter('fileFrom', itemIndex, 'id') === 'binary') {
		const source = await binarySource(context, itemIndex, context.getNodeParameter('binaryPropertyName', itemIndex, 'data') as string);
		const options = readUploadOptions(context, itemIndex);
		return async () => (await uploadFile(client, jobId, source, options)).fmsFileId;
	}
	const fmsFileId = String(context.getNodeParameter('fmsFileId', itemIndex, '') ?? '').trim();
	if (fmsFileId === '') throw new InvalidInput('File ID is empty', 'Upload the file first and use the fmsFileId of its result.', 'File ID');
	return async () => fmsFileId;
}
