import type { INodeProperties } from 'n8n-workflow';

import { showPerOperation } from '../../../form/operations';
import * as getAll from './getAll.operation';
import * as resolve from './resolve.operation';

export const operations = { getAll, resolve };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['language'] } },
		options: [
			{
				name: 'Resolve',
				value: 'resolve',
				description: 'Find the accepted code for a language of your content system',
				action: 'Resolve language',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many languages that the service accepts',
				action: 'Get many languages',
			},
		],
		default: 'resolve',
	},
	...showPerOperation('language', operations),
];
