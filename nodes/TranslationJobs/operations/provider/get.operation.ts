import type { INodeProperties } from 'n8n-workflow';

import { getProvider } from '../../../api/providers';
import { optionsWith } from '../../../form/commonOptions';
import { providerRLC, readLocator } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [providerRLC, optionsWith()];

export const execute: Execute = async function (client, itemIndex) {
	return await getProvider(client, readLocator(this, 'providerId', itemIndex));
};
