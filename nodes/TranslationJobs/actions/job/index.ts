import type { INodeProperties } from 'n8n-workflow';

import * as create from './create.operation';
import * as get from './get.operation';

export { create, get };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['job'] } },
		options: [
			{ name: 'Create', value: 'create', description: 'Create a job; content is added and the job submitted afterwards', action: 'Create a job' },
			{ name: 'Get', value: 'get', description: 'Get one job', action: 'Get a job' },
		],
		default: 'create',
	},
	...create.description,
	...get.description,
];
