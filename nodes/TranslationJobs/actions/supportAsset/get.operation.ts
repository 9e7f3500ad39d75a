import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, readLocator } from '../../../shared/fields/locators';
import { getSupportAsset } from '../../../shared/service/jobFiles/supportAssets';
import type { Client } from '../../../shared/transport/client';
import { readJobId } from '../commonFields/givenIds';
import { supportAssetId } from './supportAssetId';

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
