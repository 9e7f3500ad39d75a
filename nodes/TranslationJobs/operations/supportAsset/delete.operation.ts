import type { INodeProperties } from 'n8n-workflow';

import { deleteSupportAsset } from '../../../api/supportAssets';
import { optionsWith } from '../../../form/commonOptions';
import { jobRLC, readLocator, supportAssetId } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [
	{ ...jobRLC, description: 'The job of the support asset. It must not be submitted yet.' },
	supportAssetId,
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const asset = await deleteSupportAsset(
		client,
		readLocator(this, 'jobId', itemIndex),
		readLocator(this, 'supportAssetId', itemIndex),
	);
	return { ...asset, deleted: true };
};
