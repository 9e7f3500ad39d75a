import { describeResource } from '../../../form/operations';
import * as create from './create.operation';
import * as del from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const operations = { create, delete: del, get, getAll, update };

export const description = describeResource('listener', operations, {
	getAll: { name: 'Get Many', description: 'Get many listeners', action: 'Get many listeners' },
	get: { name: 'Get', description: 'Get one listener', action: 'Get listener' },
	create: {
		name: 'Create',
		description: 'Register an address that the service calls when something happens',
		action: 'Create listener',
	},
	update: {
		name: 'Update',
		description: 'Change a listener or enable it again',
		action: 'Update listener',
	},
	delete: {
		name: 'Delete',
		description: 'Delete a listener. The service no longer calls its address.',
		action: 'Delete listener',
	},
});
