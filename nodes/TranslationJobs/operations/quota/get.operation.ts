import type { INodeProperties } from 'n8n-workflow';

import { getQuota } from '../../../api/quotas';
import { optionsWith } from '../../../form/commonOptions';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [optionsWith()];

export const execute: Execute = async function (client) {
	return await getQuota(client);
};
