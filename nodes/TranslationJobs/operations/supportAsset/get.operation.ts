import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { getSupportAsset } from '../../../api/supportAssets';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput, readLocator, supportAssetId } from '../../../form/locators';
import type { Client } from '../../../http/client';

export const description: INodeProperties[] = [jobFromInput, supportAssetId, optionsWith()];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return this.helpers.returnJsonArray(
		await getSupportAsset(
			client,
			readJobId(this, itemIndex),
			readLocator(this, 'supportAssetId', itemIndex),
		),
	);
}
