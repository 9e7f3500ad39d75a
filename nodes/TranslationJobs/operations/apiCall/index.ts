import { describeResource } from '../../../form/operations';
import * as request from './request.operation';

export const operations = { request };

export const description = describeResource('apiCall', operations, {
	request: {
		name: 'Make Call',
		description:
			'Call any other path of the service with the same authentication, rate limit and retries',
		action: 'Make API call',
	},
});
