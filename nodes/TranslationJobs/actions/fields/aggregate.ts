import type { INodeProperties } from 'n8n-workflow';

export const aggregateOption: INodeProperties = {
	displayName: 'Count Requests by Status',
	name: 'aggregate',
	type: 'boolean',
	default: false,
	description: 'Whether to ask the service for a breakdown of each job\'s requests by status',
};
