import { describeOperations } from '../../../form/operations';
import * as getAll from './getAll.operation';
import * as resolve from './resolve.operation';

export const operations = { getAll, resolve };

export const description = describeOperations('language', operations, [
	{
		name: 'Resolve',
		value: 'resolve',
		description: 'Find the accepted code for a language of your content system',
		action: 'Resolve language',
	},
	{
		name: 'Get Many',
		value: 'getAll',
		description: 'Get many languages that the service accepts',
		action: 'Get many languages',
	},
]);
