import { defineResource } from '../../../form/operations';
import * as request from './request.operation';

export const apiCall = defineResource('apiCall', {
	request: {
		name: 'Make Call',
		description:
			'Call any other path of the service with the same authentication, rate limit and retries',
		action: 'Make API call',
		fields: request.description,
		execute: request.execute,
	},
});
