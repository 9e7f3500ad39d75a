import type { INodeProperties } from 'n8n-workflow';

import { showPerOperation } from '../../../form/operations';
import * as create from './create.operation';
import * as get from './get.operation';
import * as update from './update.operation';

export const operations = { create, get, update };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['sourceContent'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				description: 'Store texts with a job. Requests can refer to them.',
				action: 'Create source content',
			},
			{ name: 'Get', value: 'get', description: 'Get stored texts', action: 'Get source content' },
			{
				name: 'Update',
				value: 'update',
				description: 'Replace stored texts',
				action: 'Update source content',
			},
		],
		default: 'create',
	},
	...showPerOperation('sourceContent', operations),
];
