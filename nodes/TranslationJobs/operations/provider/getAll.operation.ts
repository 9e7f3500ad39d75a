import type { INodeProperties } from 'n8n-workflow';

import { listProviders } from '../../../api/providers';
import { optionsWith } from '../../../form/commonOptions';
import { limit, readLimit, returnAll } from '../../../form/lists';
import type { Execute } from '../../../form/operations';
import { toArray } from '../../../http/pages';

export const description: INodeProperties[] = [returnAll, limit, optionsWith()];

export const execute: Execute = async function (client, itemIndex) {
	return await toArray(listProviders(client), readLimit(this, itemIndex));
};
