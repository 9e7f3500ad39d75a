import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { DownloadedFile } from '../api/files/storeFile';
import { readChoice } from './parameters';

export function downloadedItem(
	context: IExecuteFunctions,
	itemIndex: number,
	ids: IDataObject,
	{ binary, ...facts }: DownloadedFile,
): INodeExecutionData[] {
	const field = readChoice(context, 'binaryPropertyName', itemIndex, 'data');
	return [{ json: { ...ids, ...facts }, binary: { [field]: binary } }];
}
