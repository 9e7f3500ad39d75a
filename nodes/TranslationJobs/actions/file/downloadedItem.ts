import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readChoice } from '../../../shared/fields/parameters';
import type { StoredFile } from '../../../shared/service/files/storeFile';

export function downloadedItem(
	context: IExecuteFunctions,
	itemIndex: number,
	ids: IDataObject,
	{ binary, ...facts }: StoredFile,
): INodeExecutionData[] {
	const field = readChoice(context, 'binaryPropertyName', itemIndex, 'data');
	return [{ json: { ...ids, ...facts }, binary: { [field]: binary } }];
}
