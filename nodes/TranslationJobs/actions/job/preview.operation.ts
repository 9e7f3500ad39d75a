import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Client } from '../../../shared/transport/client';
import { previewOutputs } from './preview/output';
import { previewInput } from './preview/previewInput';
import { addPreviewSummary } from './preview/summary';
import { properties } from './send/fields';

export const description = properties;

/** Says what Send would do with the same input. Only reads. */
export async function executeAll(
	this: IExecuteFunctions,
	client: Client,
): Promise<INodeExecutionData[]> {
	const preview = await previewInput(this, client);
	addPreviewSummary(this, preview);
	return previewOutputs(this, preview);
}
