import type { INodeProperties } from 'n8n-workflow';

import { showPerOperation } from '../../../form/operations';
import * as request from './request.operation';

export const operations = { request };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['apiCall'] } },
		options: [
			{
				name: 'Make Call',
				value: 'request',
				description:
					'Call any other path of the service with the same authentication, rate limit and retries',
				action: 'Make API call',
			},
		],
		default: 'request',
	},
	...showPerOperation('apiCall', operations),
];
