import { describeResource } from '../../../form/operations';
import * as add from './add.operation';
import * as del from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const operations = { add, delete: del, get, getAll };

export const description = describeResource('supportAsset', operations, {
	add: {
		name: 'Add',
		description: 'Add a file that helps the translators, e.g. a style guide',
		action: 'Add support asset',
	},
	getAll: {
		name: 'Get Many',
		description: 'Get many support assets of a job',
		action: 'Get many support assets',
	},
	get: { name: 'Get', description: 'Get one support asset', action: 'Get support asset' },
	delete: {
		name: 'Delete',
		description: 'Remove a support asset from its job',
		action: 'Delete support asset',
	},
});
