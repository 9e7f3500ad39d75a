import { describeOperations } from '../../../form/operations';
import * as create from './create.operation';
import * as get from './get.operation';
import * as update from './update.operation';

export const operations = { create, get, update };

export const description = describeOperations('sourceContent', operations, [
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
]);
