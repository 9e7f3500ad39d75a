import { describeResource } from '../../../form/operations';
import * as getAll from './getAll.operation';
import * as resolve from './resolve.operation';

export const operations = { getAll, resolve };

export const description = describeResource('language', operations, {
	resolve: {
		name: 'Resolve',
		description: 'Find the accepted code for a language of your content system',
		action: 'Resolve language',
	},
	getAll: {
		name: 'Get Many',
		description: 'Get many languages that the service accepts',
		action: 'Get many languages',
	},
});
