import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { DownloadedFile } from '../api/files/storeFile';
import { checkFileNamePattern } from '../rules/fileNames';
import { readChoice } from './parameters';

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

export function downloadedItem(
	context: IExecuteFunctions,
	itemIndex: number,
	ids: IDataObject,
	{ binary, ...facts }: DownloadedFile,
): INodeExecutionData[] {
	const field = readChoice(context, 'binaryPropertyName', itemIndex, 'data');
	return [{ json: { ...ids, ...facts }, binary: { [field]: binary } }];
}
