import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { getQuota } from '../../../api/quotas';
import { optionsWith } from '../../../form/commonOptions';
import type { Client } from '../../../http/client';

export const description: INodeProperties[] = [optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(await getQuota(client));
}
