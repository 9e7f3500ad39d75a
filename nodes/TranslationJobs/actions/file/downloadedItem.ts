import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { StoredFile } from '../../../shared/service/files/downloads';

/** The output of a download: the file in n8n's binary store, and what is known about it. */
export function downloadedItem(context: IExecuteFunctions, itemIndex: number, ids: IDataObject, { binary, ...facts }: StoredFile): INodeExecutionData[] {
	const field = context.getNodeParameter('binaryPropertyName', itemIndex, 'data') as string;
	return [{ json: { ...ids, ...facts }, binary: { [field]: binary } }];
}
