import { describeOperations } from '../../../form/operations';
import * as add from './add.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const operations = { add, get, getAll };

export const description = describeOperations('translationMemory', operations, [
	{
		name: 'Add',
		value: 'add',
		description: 'Add a file with existing translations that the provider can reuse',
		action: 'Add translation memory update',
	},
	{
		name: 'Get Many',
		value: 'getAll',
		description: 'Get many translation memory updates of a job',
		action: 'Get many translation memory updates',
	},
	{
		name: 'Get',
		value: 'get',
		description: 'Get one translation memory update',
		action: 'Get translation memory update',
	},
]);
