import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toErrorOutput, toItemError } from '../../../shared/items/itemError';
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
	try {
		const preview = await previewInput(this, client);
		addPreviewSummary(this, preview);
		return previewOutputs(this, preview);
	} catch (error) {
		const failure = toItemError(this.getNode(), error, 0);
		if (!this.continueOnFail()) throw failure;
		return [toErrorOutput(this, failure, 0)];
	}
}
