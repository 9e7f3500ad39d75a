import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../../shared/rules/invalidInput';

/** Where an operation takes its file from. */
export const fileFields: INodeProperties[] = [
	{
		displayName: 'File ID',
		name: 'fmsFileId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.fmsFileId }}',
		description: 'ID of a file that was uploaded to this job, as the operation Upload of the resource File returns it',
	},
];

export function readFileId(context: IExecuteFunctions, itemIndex: number): string {
	const fmsFileId = String(context.getNodeParameter('fmsFileId', itemIndex, '') ?? '').trim();
	if (fmsFileId === '') throw new InvalidInput('File ID is empty', 'Upload the file first and use the fmsFileId of its result.', 'File ID');
	return fmsFileId;
}
