import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readChoice } from '../../../shared/fields/parameters';
import type { DownloadedFile } from '../../../shared/service/files/storeFile';

export function downloadedItem(
	context: IExecuteFunctions,
	itemIndex: number,
	ids: IDataObject,
	{ binary, ...facts }: DownloadedFile,
): INodeExecutionData[] {
	const field = readChoice(context, 'binaryPropertyName', itemIndex, 'data');
	return [{ json: { ...ids, ...facts }, binary: { [field]: binary } }];
}
