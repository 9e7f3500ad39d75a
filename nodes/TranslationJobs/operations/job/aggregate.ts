import type { INodeProperties } from 'n8n-workflow';

export const aggregateOption: INodeProperties = {
	displayName: 'Count Requests by Status',
	name: 'aggregate',
	type: 'boolean',
	default: false,
	description:
		'Whether to count the requests of each job by status. If the service returns no counts, the node reads the requests, which takes one call for every 50 of them.',
};
