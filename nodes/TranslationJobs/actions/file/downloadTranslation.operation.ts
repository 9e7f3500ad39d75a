import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, requestFromInput } from '../../../shared/fields/locators';
import { downloadTranslation } from '../../../shared/service/files/downloads';
import type { Client } from '../../../shared/transport/client';
import { idleField, outputBinaryField, readIdleMs } from '../fields/fileFields';
import { readJobId, readRequestId } from '../fields/givenIds';
import { downloadedItem } from './downloadedItem';

const properties: INodeProperties[] = [
	jobFromInput,
	requestFromInput,
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
	const jobId = readJobId(this, itemIndex);
	const requestId = readRequestId(this, itemIndex);
	const file = await downloadTranslation(this, client, jobId, requestId, {
		idleMs: readIdleMs(this, itemIndex),
	});
	return downloadedItem(this, itemIndex, { jobId, requestId }, file);
}
