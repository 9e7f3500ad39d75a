import type { INodeProperties } from 'n8n-workflow';

import * as add from './add.operation';
import * as del from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export { add, del as delete, get, getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['supportAsset'] } },
		options: [
			{
				name: 'Add',
				value: 'add',
				description: 'Add a file that helps the translators, e.g. a style guide',
				action: 'Add a support asset',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many support assets of a job',
				action: 'Get many support assets',
			},
			{
				name: 'Get',
				value: 'get',
				description: 'Get one support asset',
				action: 'Get a support asset',
			},
			{
				name: 'Delete',
				value: 'delete',
				description: 'Delete a support asset',
				action: 'Delete a support asset',
			},
		],
		default: 'add',
	},
	...add.description,
	...del.description,
	...get.description,
	...getAll.description,
];
