import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { DownloadedFile } from '../api/files/storeFile';
import { checkFileNamePattern } from '../rules/fileNames';
import { toText } from '../rules/values';
import { readText, readValue } from './parameters';

export const outputBinaryField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
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
): string | undefined => checkFileNamePattern(readText(context, 'options.fileName', itemIndex));

export const readOutputField = (context: IExecuteFunctions, itemIndex: number): string =>
	toText(readValue(context, 'binaryPropertyName', itemIndex), outputBinaryField.displayName).trim();

export const downloadedItem = (
	field: string,
	ids: IDataObject,
	{ binary, ...facts }: DownloadedFile,
): INodeExecutionData[] => [{ json: { ...ids, ...facts }, binary: { [field]: binary } }];
