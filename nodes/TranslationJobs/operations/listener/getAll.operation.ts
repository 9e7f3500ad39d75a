import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { listListeners } from '../../../api/listeners';
import { optionsWith } from '../../../form/commonOptions';
import { limit, readLimit, returnAll } from '../../../form/lists';
import type { Client } from '../../../http/client';
import { toArray } from '../../../http/pages';
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
