import type { INodeProperties } from 'n8n-workflow';

import { getSupportAsset } from '../../../api/supportAssets';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput, readLocator, supportAssetId } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [jobFromInput, supportAssetId, optionsWith()];

export const execute: Execute = async function (client, itemIndex) {
	return await getSupportAsset(
		client,
		readJobId(this, itemIndex),
		readLocator(this, 'supportAssetId', itemIndex),
	);
};
