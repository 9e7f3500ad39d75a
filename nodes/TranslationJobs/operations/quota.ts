import { getQuota } from '../../api/quotas';
import { optionsWith } from '../../form/commonOptions';
import { defineResource } from '../../form/operations';

export const quota = defineResource('quota', {
	get: {
		name: 'Get',
		description: 'Get the limits of your client, e.g. requests per job',
		action: 'Get quota',
		fields: [optionsWith()],
		async execute(client) {
			return await getQuota(client);
		},
	},
});
