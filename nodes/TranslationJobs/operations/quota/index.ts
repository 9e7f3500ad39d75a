import { describeOperations } from '../../../form/operations';
import * as get from './get.operation';

export const operations = { get };

export const description = describeOperations('quota', operations, [
	{
		name: 'Get',
		value: 'get',
		description: 'Get the limits of your client, e.g. requests per job',
		action: 'Get quota',
	},
]);
