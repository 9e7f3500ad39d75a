import { describeResource } from '../../../form/operations';
import * as get from './get.operation';

export const operations = { get };

export const description = describeResource('quota', operations, {
	get: {
		name: 'Get',
		description: 'Get the limits of your client, e.g. requests per job',
		action: 'Get quota',
	},
});
