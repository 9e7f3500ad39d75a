import type { INodeProperties } from 'n8n-workflow';

import { showPerOperation } from '../../../form/operations';
import * as get from './get.operation';

export const operations = { get };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['quota'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get the limits of your client, e.g. requests per job',
				action: 'Get quota',
			},
		],
		default: 'get',
	},
	...showPerOperation('quota', operations),
];
