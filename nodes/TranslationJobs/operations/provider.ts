import { getProvider, listProviders, setProviderStatus } from '../../api/providers';
import { PROVIDER_STATUS } from '../../api/wire';
import { optionsWith } from '../../form/commonOptions';
import { providerRLC, readLocator } from '../../form/locators';
import { defineResource } from '../../form/operations';
import { readText } from '../../form/parameters';

export const provider = defineResource('provider', {
	getAll: {
		name: 'Get Many',
		description: 'Get many providers',
		action: 'Get many providers',
		fields: [],
		list: (client) => listProviders(client),
	},
	get: {
		name: 'Get',
		description: 'Get one provider with its metadata schema and capabilities',
		action: 'Get provider',
		fields: [providerRLC, optionsWith()],
		async execute(client, itemIndex) {
			return await getProvider(client, readLocator(this, 'providerId', itemIndex));
		},
	},
	setStatus: {
		name: 'Set Status',
		description: 'Enable or disable a provider',
		action: 'Set provider status',
		fields: [
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
		],
		async execute(client, itemIndex) {
			const status = readText(this, 'status', itemIndex);
			return await setProviderStatus(client, readLocator(this, 'providerId', itemIndex), status);
		},
	},
});
