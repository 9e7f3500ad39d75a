import { describeOperations } from '../../../form/operations';
import * as acknowledge from './acknowledge.operation';
import * as getAll from './getAll.operation';

export const operations = { acknowledge, getAll };

export const description = describeOperations('statusUpdate', operations, [
	{
		name: 'Get Many',
		value: 'getAll',
		description: 'Get many unacknowledged status updates',
		action: 'Get many status updates',
	},
	{
		name: 'Acknowledge',
		value: 'acknowledge',
		description: 'Mark status updates as received. The service does not list them again.',
		action: 'Acknowledge status updates',
	},
]);
