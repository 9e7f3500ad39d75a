import type { INodeProperties } from 'n8n-workflow';

import * as get from './get.operation';
import * as getById from './getById.operation';
import * as set from './set.operation';

export { get, getById, set };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['priceList'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get the price list of an organisation',
				action: 'Get a price list',
			},
			{
				name: 'Get by ID',
				value: 'getById',
				description: 'Get a price list by its ID',
				action: 'Get a price list by its ID',
			},
			{
				name: 'Set',
				value: 'set',
				description: 'Set the price list of an organisation',
				action: 'Set a price list',
			},
		],
		default: 'get',
	},
	...get.description,
	...getById.description,
	...set.description,
];
