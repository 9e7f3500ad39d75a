import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { providerRLC, readLocator } from '../../../shared/fields/locators';
import { getProvider } from '../../../shared/service/providers';
import type { Client } from '../../../shared/transport/client';

export const description: INodeProperties[] = [providerRLC, optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(
		await getProvider(client, readLocator(this, 'providerId', itemIndex)),
	);
}
