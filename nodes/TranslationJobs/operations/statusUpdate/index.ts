import { describeResource } from '../../../form/operations';
import * as acknowledge from './acknowledge.operation';
import * as getAll from './getAll.operation';

export const operations = { acknowledge, getAll };

export const description = describeResource('statusUpdate', operations, {
	getAll: {
		name: 'Get Many',
		description: 'Get many unacknowledged status updates',
		action: 'Get many status updates',
	},
	acknowledge: {
		name: 'Acknowledge',
		description: 'Mark status updates as received. The service does not list them again.',
		action: 'Acknowledge status updates',
	},
});
