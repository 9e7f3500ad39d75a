import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { listenerRLC, readLocator } from '../../../shared/fields/locators';
import { getListener } from '../../../shared/service/listeners';
import type { Client } from '../../../shared/transport/client';
import { shownListener } from './listenerFields';

export const description: INodeProperties[] = [listenerRLC, optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(
		shownListener(await getListener(client, readLocator(this, 'listenerId', itemIndex))),
	);
}
