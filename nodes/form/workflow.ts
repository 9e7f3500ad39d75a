import type { INodeProperties } from 'n8n-workflow';

import { locator } from './locators';

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
