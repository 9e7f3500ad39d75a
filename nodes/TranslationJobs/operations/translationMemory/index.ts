import { describeResource } from '../../../form/operations';
import * as add from './add.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const operations = { add, get, getAll };

export const description = describeResource('translationMemory', operations, {
	add: {
		name: 'Add',
		description: 'Add a file with existing translations that the provider can reuse',
		action: 'Add translation memory update',
	},
	getAll: {
		name: 'Get Many',
		description: 'Get many translation memory updates of a job',
		action: 'Get many translation memory updates',
	},
	get: {
		name: 'Get',
		description: 'Get one translation memory update',
		action: 'Get translation memory update',
	},
});
