import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { limit, readLimit, returnAll } from '../../../shared/fields/lists';
import { listStatusUpdates } from '../../../shared/service/statusUpdates';
import type { Client } from '../../../shared/transport/client';
import { toArray } from '../../../shared/transport/pages';

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
