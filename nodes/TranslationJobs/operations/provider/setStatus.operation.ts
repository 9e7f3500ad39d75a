import type { INodeProperties } from 'n8n-workflow';

import { setProviderStatus } from '../../../api/providers';
import { PROVIDER_STATUS } from '../../../api/wire';
import { optionsWith } from '../../../form/commonOptions';
import { providerRLC, readLocator } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readText } from '../../../form/parameters';

export const description: INodeProperties[] = [
	providerRLC,
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		required: true,
		options: [
			{
				name: 'Enabled',
				value: PROVIDER_STATUS.enabled,
				description: 'Jobs can be submitted to the provider',
			},
			{
				name: 'Disabled',
				value: PROVIDER_STATUS.disabled,
				description: 'No jobs can be submitted to the provider',
			},
		],
		// n8n's lint rules require a literal here.
		default: 'ENABLED',
		description:
			'Whether the provider accepts jobs. An expression can return any other status that the service knows.',
	},
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const status = readText(this, 'status', itemIndex);
	return await setProviderStatus(client, readLocator(this, 'providerId', itemIndex), status);
};
