import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { getQuota } from '../../../shared/service/quotas';
import type { Client } from '../../../shared/transport/client';

export const description: INodeProperties[] = [optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(await getQuota(client));
}
