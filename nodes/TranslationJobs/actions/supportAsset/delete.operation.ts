import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobRLC, readLocator } from '../../../shared/fields/locators';
import { deleteSupportAsset } from '../../../shared/service/jobFiles/supportAssets';
import type { Client } from '../../../shared/transport/client';
import { supportAssetId } from './supportAssetId';

export const description: INodeProperties[] = [
	{ ...jobRLC, description: 'The job of the support asset. It must not be submitted yet.' },
	supportAssetId,
	optionsWith(),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const asset = await deleteSupportAsset(
		client,
		readLocator(this, 'jobId', itemIndex),
		readLocator(this, 'supportAssetId', itemIndex),
	);
	return this.helpers.returnJsonArray({ ...asset, deleted: true });
}
