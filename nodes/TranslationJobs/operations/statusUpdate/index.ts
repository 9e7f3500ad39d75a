import type { INodeProperties } from 'n8n-workflow';

import { showPerOperation } from '../../../form/operations';
import * as acknowledge from './acknowledge.operation';
import * as getAll from './getAll.operation';

export const operations = { acknowledge, getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['statusUpdate'] } },
		options: [
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
		],
		default: 'getAll',
	},
	...showPerOperation('statusUpdate', operations),
];
