import { describeResource } from '../../../form/operations';
import * as checkUp from './checkUp.operation';

export const operations = { checkUp };

export const description = describeResource('connection', operations, {
	checkUp: {
		name: 'Check-Up',
		description: 'Find out what is wrong, what this service supports, and what is left to do',
		action: 'Check connection and what is left to do',
	},
});
