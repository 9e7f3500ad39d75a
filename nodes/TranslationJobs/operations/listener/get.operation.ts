import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { getListener } from '../../../api/listeners';
import { optionsWith } from '../../../form/commonOptions';
import { listenerRLC, readLocator } from '../../../form/locators';
import type { Client } from '../../../http/client';
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
