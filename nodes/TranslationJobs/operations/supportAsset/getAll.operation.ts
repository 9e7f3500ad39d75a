import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { listSupportAssets } from '../../../api/supportAssets';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { limit, readLimit, returnAll } from '../../../form/lists';
import { jobFromInput } from '../../../form/locators';
import type { Client } from '../../../http/client';
import { toArray } from '../../../http/pages';

export const description: INodeProperties[] = [jobFromInput, returnAll, limit, optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(
		await toArray(
			listSupportAssets(client, readJobId(this, itemIndex)),
			readLimit(this, itemIndex),
		),
	);
}
