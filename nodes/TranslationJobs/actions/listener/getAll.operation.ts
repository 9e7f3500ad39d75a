import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { limit, readLimit, returnAll } from '../../../shared/fields/lists';
import { listListeners } from '../../../shared/service/listeners';
import type { Client } from '../../../shared/transport/client';
import { toArray } from '../../../shared/transport/pages';
import { shownListener } from './listenerFields';

export const description: INodeProperties[] = [returnAll, limit, optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const listeners = await toArray(listListeners(client), readLimit(this, itemIndex));
	return this.helpers.returnJsonArray(listeners.map(shownListener));
}
