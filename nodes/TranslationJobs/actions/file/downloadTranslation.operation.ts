import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobRLC, readLocator, requestRLC } from '../../../shared/fields/locators';
import { downloadTranslation } from '../../../shared/service/files/downloads';
import type { Client } from '../../../shared/transport/client';
import { idleField, outputBinaryField, readIdleMs } from '../fields/fileFields';
import { downloadedItem } from './downloadedItem';

const properties: INodeProperties[] = [
	jobRLC,
	requestRLC,
	outputBinaryField,
	optionsWith(idleField),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['file'], operation: ['downloadTranslation'] } },
	properties,
);

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const jobId = readLocator(this, 'jobId', itemIndex);
	const requestId = readLocator(this, 'requestId', itemIndex);
	const file = await downloadTranslation(this, client, jobId, requestId, {
		idleMs: readIdleMs(this, itemIndex),
	});
	return downloadedItem(this, itemIndex, { jobId, requestId }, file);
}
