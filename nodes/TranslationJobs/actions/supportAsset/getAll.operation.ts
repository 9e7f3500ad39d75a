import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { listSupportAssets } from '../../../shared/service/jobFiles';
import type { Client } from '../../../shared/transport/client';
import { collect } from '../../../shared/transport/pages';
import { limit, readLimit, returnAll } from '../fields/lists';
import { jobRLC, readLocator } from '../fields/locators';
import { optionsWith } from '../../../shared/commonOptions';

const properties: INodeProperties[] = [jobRLC, returnAll, limit, optionsWith()];

export const description = updateDisplayOptions({ show: { resource: ['supportAsset'], operation: ['getAll'] } }, properties);

export async function execute(this: IExecuteFunctions, client: Client, itemIndex: number): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(await collect(listSupportAssets(client, readLocator(this, 'jobId', itemIndex)), readLimit(this, itemIndex)));
}
