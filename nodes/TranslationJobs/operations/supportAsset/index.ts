import { describeOperations } from '../../../form/operations';
import * as add from './add.operation';
import * as del from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const operations = { add, delete: del, get, getAll };

export const description = describeOperations('supportAsset', operations, [
	{
		name: 'Add',
		value: 'add',
		description: 'Add a file that helps the translators, e.g. a style guide',
		action: 'Add support asset',
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
		action: 'Get support asset',
	},
	{
		name: 'Delete',
		value: 'delete',
		description: 'Remove a support asset from its job',
		action: 'Delete support asset',
	},
]);
