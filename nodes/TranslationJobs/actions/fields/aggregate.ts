import type { INodeProperties } from 'n8n-workflow';

export const aggregateOption: INodeProperties = {
	displayName: 'Count Requests by Status',
	name: 'aggregate',
	type: 'boolean',
	default: false,
	description: 'Whether to count the requests of each job by their status. Where the service does not count them, they are read, which takes a call for every 50 requests.',
};
