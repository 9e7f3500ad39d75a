import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { jobRLC, requestsRLC } from '../../../shared/fields/locators';
import { approveRequests } from '../../../shared/service/requests';
import type { Client } from '../../../shared/transport/client';
import { optionsWith } from '../../../shared/commonOptions';
import { decideInBatches } from './decide';

const properties: INodeProperties[] = [jobRLC, requestsRLC, optionsWith()];

export const description = updateDisplayOptions({ show: { resource: ['request'], operation: ['approve'] } }, properties);

export async function executeAll(this: IExecuteFunctions, client: Client): Promise<INodeExecutionData[]> {
	return await decideInBatches(this, client, () => '', approveRequests);
}
