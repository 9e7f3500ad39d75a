import { describeOperations } from '../../../form/operations';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as setStatus from './setStatus.operation';

export const operations = { get, getAll, setStatus };

export const description = describeOperations('provider', operations, [
	{
		name: 'Get Many',
		value: 'getAll',
		description: 'Get many providers',
		action: 'Get many providers',
	},
	{
		name: 'Get',
		value: 'get',
		description: 'Get one provider with its metadata schema and capabilities',
		action: 'Get provider',
	},
	{
		name: 'Set Status',
		value: 'setStatus',
		description: 'Enable or disable a provider',
		action: 'Set provider status',
	},
]);
