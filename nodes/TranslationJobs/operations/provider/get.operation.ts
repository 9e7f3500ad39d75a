import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { getProvider } from '../../../api/providers';
import { optionsWith } from '../../../form/commonOptions';
import { providerRLC, readLocator } from '../../../form/locators';
import type { Client } from '../../../http/client';

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
