import type { INodeProperties } from 'n8n-workflow';

import { listSupportAssets } from '../../../api/supportAssets';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { limit, readLimit, returnAll } from '../../../form/lists';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { toArray } from '../../../http/pages';

export const description: INodeProperties[] = [jobFromInput, returnAll, limit, optionsWith()];

export const execute: Execute = async function (client, itemIndex) {
	return await toArray(
		listSupportAssets(client, readJobId(this, itemIndex)),
		readLimit(this, itemIndex),
	);
};
