import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { providerRLC, readLocator } from '../../../shared/fields/locators';
import { readText } from '../../../shared/fields/parameters';
import { InvalidInput } from '../../../shared/rules/invalidInput';
import { setProviderStatus } from '../../../shared/service/providers';
import { PROVIDER_STATUS } from '../../../shared/service/wire';
import type { Client } from '../../../shared/transport/client';

export const description: INodeProperties[] = [
	providerRLC,
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
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

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const status = readText(this, 'status', itemIndex);
	if (status === '') throw new InvalidInput('Status is empty', 'Choose a status.', 'Status');
	return this.helpers.returnJsonArray(
		await setProviderStatus(client, readLocator(this, 'providerId', itemIndex), status),
	);
}
