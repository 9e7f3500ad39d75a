import type { INodeProperties } from 'n8n-workflow';

import { showPerOperation } from '../../../form/showPerOperation';
import * as get from './get.operation';
import * as getById from './getById.operation';
import * as set from './set.operation';

export const operations = { get, getById, set };

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
				action: 'Get price list',
			},
			{
				name: 'Get by ID',
				value: 'getById',
				description: 'Get one price list whose ID you know',
				action: 'Get price list by ID',
			},
			{
				name: 'Set',
				value: 'set',
				description: 'Set the price list of an organisation',
				action: 'Set price list',
			},
		],
		default: 'get',
	},
	...showPerOperation('priceList', operations),
];
