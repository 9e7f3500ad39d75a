import { describeResource } from '../../../form/operations';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as setStatus from './setStatus.operation';

export const operations = { get, getAll, setStatus };

export const description = describeResource('provider', operations, {
	getAll: { name: 'Get Many', description: 'Get many providers', action: 'Get many providers' },
	get: {
		name: 'Get',
		description: 'Get one provider with its metadata schema and capabilities',
		action: 'Get provider',
	},
	setStatus: {
		name: 'Set Status',
		description: 'Enable or disable a provider',
		action: 'Set provider status',
	},
});
