import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

interface Locator {
	displayName: string;
	name: string;
	search: string;
	description: string;
	example: string;
}

function locator({ displayName, name, search, description, example }: Locator): INodeProperties {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: search, searchable: true, searchFilterRequired: false },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${example}`,
			},
		],
	};
}

export const jobRLC = locator({
	displayName: 'Job',
	name: 'jobId',
	search: 'searchJobs',
	description: 'The job to work with',
	example: '7d0c2f4e-1c1b-4c52-8a0e-9a4b2f8f7a11',
});

export const providerRLC = locator({
	displayName: 'Provider',
	name: 'providerId',
	search: 'searchProviders',
	description: 'The translation provider',
	example: 'acme-translations',
});

export const requestRLC = locator({
	displayName: 'Request',
	name: 'requestId',
	search: 'searchRequests',
	description: 'The request (one content item in one target language) of the job',
	example: '52b1a5e0-0a52-4f0e-9a0d-3b6d5a2d1c77',
});

/** The id behind a resource locator, however it was chosen. */
export function readLocator(context: IExecuteFunctions, name: string, itemIndex: number): string {
	return String(context.getNodeParameter(name, itemIndex, '', { extractValue: true }) ?? '').trim();
}
