import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { listStatusUpdates } from '../../../api/statusUpdates';
import { optionsWith } from '../../../form/commonOptions';
import { limit, readLimit, returnAll } from '../../../form/lists';
import type { Client } from '../../../http/client';
import { toArray } from '../../../http/pages';

export const description: INodeProperties[] = [returnAll, limit, optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(
		await toArray(listStatusUpdates(client), readLimit(this, itemIndex)),
	);
}
