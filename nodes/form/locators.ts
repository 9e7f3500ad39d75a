import type { INodeProperties } from 'n8n-workflow';

export { readText as readLocator } from './parameters';

interface Locator {
	displayName: string;
	name: string;
	search: string;
	description: string;
	example: string;
}

/**
 * Without `loadOptionsDependsOn`: n8n would empty the field, even an expression, when an execution
 * gives the other field a value. It reads the list again anyway when the other field is changed.
 */
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

const archivedJobRLC = locator({
	displayName: 'Job',
	name: 'jobId',
	search: 'searchArchivedJobs',
	description: 'The archived job to make active again',
	example: '7d0c2f4e-1c1b-4c52-8a0e-9a4b2f8f7a11',
});

/** Takes the ID from the input item until the user chooses another. Not for deleting. */
const fromInput = (field: INodeProperties, inputField: string): INodeProperties => ({
	...field,
	default: { mode: 'id', value: `={{ $json.${inputField} }}` },
});

export const jobFromInput = fromInput(jobRLC, 'jobId');
export const archivedJobFromInput = fromInput(archivedJobRLC, 'jobId');

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
});

const requestsRLC = locator({
	displayName: 'Requests',
	name: 'requestIds',
	search: 'searchRequests',
	description:
		'One request from the list, or several by ID. Separate IDs with commas, or use an expression that returns a list.',
	example: '52b1a5e0, 9f3c77d1',
});

export const requestFromInput = fromInput(requestRLC, 'requestId');
export const requestsFromInput = fromInput(requestsRLC, 'requestId');

export const listenerRLC = locator({
	displayName: 'Listener',
	name: 'listenerId',
	search: 'searchListeners',
	description: 'The listener to work with. The list shows the URL that each one calls.',
	example: 'x7Kq2mPa',
});

/** Stays true in a copy of the workflow, which an ID would not. */
export const THIS_WORKFLOW = { name: 'This Workflow', value: 'this' };

export const workflowRLC: INodeProperties = {
	...locator({
		displayName: 'Sent by Workflow',
		name: 'sentByWorkflow',
		search: 'searchWorkflows',
		description:
			'Only jobs that Send for Translation sent in this workflow. The list shows the workflows that have sent the newest jobs. The ID of a workflow is the last part of its address in the browser.',
		example: 'fYkq2mPaX7Rs01bd',
	}),
	required: false,
	default: { mode: 'list', value: THIS_WORKFLOW.value, cachedResultName: THIS_WORKFLOW.name },
};

export const sourceContentId: INodeProperties = {
	displayName: 'Source Content ID',
	name: 'sourceContentId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.sourceContentId }}',
	description: 'ID of source content stored with this job',
};

export const supportAssetId: INodeProperties = {
	displayName: 'Support Asset ID',
	name: 'supportAssetId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.supportassetId }}',
	description: 'ID of a support asset of this job',
};
