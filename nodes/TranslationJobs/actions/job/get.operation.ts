import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getJob } from '../../../shared/service/jobs';
import type { Client } from '../../../shared/transport/client';
import { jobRLC, readLocator } from '../fields/locators';
import { optionsWith } from '../fields/options';

const properties: INodeProperties[] = [
	jobRLC,
	optionsWith({
		displayName: 'Count Requests by Status',
		name: 'aggregate',
		type: 'boolean',
		default: false,
		description: 'Whether to ask the service for a breakdown of the job\'s requests by status',
	}),
];

export const description = updateDisplayOptions({ show: { resource: ['job'], operation: ['get'] } }, properties);

export async function execute(this: IExecuteFunctions, client: Client, itemIndex: number): Promise<INodeExecutionData[]> {
	const aggregate = this.getNodeParameter('options.aggregate', itemIndex, false) as boolean;
	return this.helpers.returnJsonArray(await getJob(client, readLocator(this, 'jobId', itemIndex), { aggregate }));
}
