import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, readLocator } from '../../../shared/fields/locators';
import { getSupportAsset } from '../../../shared/service/jobFiles/supportAssets';
import type { Client } from '../../../shared/transport/client';
import { readJobId } from '../commonFields/givenIds';
import { supportAssetId } from './supportAssetId';

const properties: INodeProperties[] = [jobFromInput, supportAssetId, optionsWith()];

export const description = updateDisplayOptions(
	{ show: { resource: ['supportAsset'], operation: ['get'] } },
	properties,
);

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
