import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowInput } from './rest';

const folder = join(__dirname, '..', '..', '..', 'templates');

/** The folder in n8n's container image that workflows may read and write. */
const FILES_OF_THE_IMAGE = '/home/node/.n8n-files';
const LISTENER = 'n8n-nodes-translation-jobs.translationJobsTrigger';

/** Where a newcomer starts. */
export const FIRST_TEMPLATE = 'first-translation.json';

export interface Template {
	file: string;
	workflow: WorkflowInput;
}

/** The templates of this package, in order of their file names. */
export function readTemplates(): Template[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => ({
			file,
			workflow: JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowInput,
		}));
}

/** n8n lists first what was stored last, and a newcomer opens what is first. */
export const inOrderOfImport = (templates: Template[]): Template[] => [
	...templates.filter(({ file }) => file !== FIRST_TEMPLATE),
	...templates.filter(({ file }) => file === FIRST_TEMPLATE),
];

/**
 * Adapts a template to the sandbox: files in an existing folder, and a listener that accepts an
 * address on this machine.
 */
export function forThisMachine(workflow: WorkflowInput, filesFolder: string): WorkflowInput {
	const local = JSON.parse(
		JSON.stringify(workflow).replaceAll(
			FILES_OF_THE_IMAGE,
			JSON.stringify(filesFolder.replaceAll('\\', '/')).slice(1, -1),
		),
	) as WorkflowInput;
	for (const node of local.nodes) {
		if (node.type === LISTENER)
			node.parameters.options = { ...(node.parameters.options as object), allowLocalAddress: true };
	}
	return local;
}
