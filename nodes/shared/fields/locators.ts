import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readIdList } from './textLists';

interface Locator {
	displayName: string;
	name: string;
	search: string;
	description: string;
	example: string;
	/** The field whose value the list depends on. */
	dependsOn?: string;
}

function locator({
	displayName,
	name,
	search,
	description,
	example,
	dependsOn,
}: Locator): INodeProperties {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		...(dependsOn ? { typeOptions: { loadOptionsDependsOn: [`${dependsOn}.value`] } } : {}),
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

export const archivedJobRLC = locator({
	displayName: 'Job',
	name: 'jobId',
	search: 'searchArchivedJobs',
	description: 'The archived job to make active again',
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
	description: 'The request to work with: one content item in one target language',
	example: '52b1a5e0-0a52-4f0e-9a0d-3b6d5a2d1c77',
	dependsOn: 'jobId',
});

export const requestsRLC = locator({
	displayName: 'Requests',
	name: 'requestIds',
	search: 'searchRequests',
	description:
		'One request from the list, or several by ID. Separate IDs with commas, or use an expression that returns a list.',
	example: '52b1a5e0, 9f3c77d1',
	dependsOn: 'jobId',
});

export const listenerRLC = locator({
	displayName: 'Listener',
	name: 'listenerId',
	search: 'searchListeners',
	description: 'The listener to work with. The list shows the URL that each one calls.',
	example: 'x7Kq2mPa',
});

/** n8n does not extract the value of a resource locator inside a collection. */
export function valueOfLocator(locator: unknown): string {
	const value =
		locator !== null && typeof locator === 'object'
			? (locator as { value?: unknown }).value
			: locator;
	return String(value ?? '').trim();
}

export function readLocator(context: IExecuteFunctions, name: string, itemIndex: number): string {
	return String(context.getNodeParameter(name, itemIndex, '', { extractValue: true }) ?? '').trim();
}

export function readRequestIds(context: IExecuteFunctions, itemIndex: number): string[] {
	return readIdList(
		context.getNodeParameter('requestIds', itemIndex, '', { extractValue: true }),
		'Requests',
	);
}
