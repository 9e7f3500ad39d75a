import { describeResource } from '../../../form/operations';
import * as create from './create.operation';
import * as get from './get.operation';
import * as update from './update.operation';

export const operations = { create, get, update };

export const description = describeResource('sourceContent', operations, {
	create: {
		name: 'Create',
		description: 'Store texts with a job. Requests can refer to them.',
		action: 'Create source content',
	},
	get: { name: 'Get', description: 'Get stored texts', action: 'Get source content' },
	update: { name: 'Update', description: 'Replace stored texts', action: 'Update source content' },
});
