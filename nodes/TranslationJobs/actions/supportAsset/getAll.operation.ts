import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { limit, readLimit, returnAll } from '../../../shared/fields/lists';
import { jobFromInput } from '../../../shared/fields/locators';
import { listSupportAssets } from '../../../shared/service/jobFiles/supportAssets';
import type { Client } from '../../../shared/transport/client';
import { toArray } from '../../../shared/transport/pages';
import { readJobId } from '../commonFields/givenIds';

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
