import { describeOperations } from '../../../form/operations';
import * as create from './create.operation';
import * as del from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const operations = { create, delete: del, get, getAll, update };

export const description = describeOperations('listener', operations, [
	{
		name: 'Get Many',
		value: 'getAll',
		description: 'Get many listeners',
		action: 'Get many listeners',
	},
	{ name: 'Get', value: 'get', description: 'Get one listener', action: 'Get listener' },
	{
		name: 'Create',
		value: 'create',
		description: 'Register an address that the service calls when something happens',
		action: 'Create listener',
	},
	{
		name: 'Update',
		value: 'update',
		description: 'Change a listener or enable it again',
		action: 'Update listener',
	},
	{
		name: 'Delete',
		value: 'delete',
		description: 'Delete a listener. The service no longer calls its address.',
		action: 'Delete listener',
	},
]);
