import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type FileDownload, storeDownload } from '../../../shared/service/files';

/** The output of a download: the file in n8n's binary store, and what is known about it. */
export async function downloadedItem(context: IExecuteFunctions, itemIndex: number, ids: IDataObject, download: FileDownload): Promise<INodeExecutionData[]> {
	const binary = await storeDownload(context, download);
	const { fileName, mimeType, bytes } = binary;
	const field = context.getNodeParameter('binaryPropertyName', itemIndex, 'data') as string;
	// Older versions of n8n do not tell the size as a number.
	return [{ json: { ...ids, fileName, fileSize: bytes ?? download.size, mimeType }, binary: { [field]: binary } }];
}
