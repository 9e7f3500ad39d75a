import type { INodeProperties } from 'n8n-workflow';

import { showPerOperation } from '../../../form/operations';
import * as checkUp from './checkUp.operation';

export const operations = { checkUp };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['connection'] } },
		options: [
			{
				name: 'Check-Up',
				value: 'checkUp',
				description: 'Find out what is wrong, what this service supports, and what is left to do',
				action: 'Check connection and what is left to do',
			},
		],
		default: 'checkUp',
	},
	...showPerOperation('connection', operations),
];
