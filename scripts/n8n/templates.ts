import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowInput } from './rest';

const folder = join(__dirname, '..', '..', 'templates');

/** Where n8n's own container image lets workflows read and write files. */
const FILES_OF_THE_IMAGE = '/home/node/.n8n-files';
const LISTENER = 'n8n-nodes-translation-jobs.translationJobsTrigger';

export interface Template {
	file: string;
	workflow: WorkflowInput;
}

/** The workflows this package brings, in the order of their file names. */
export function readTemplates(): Template[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => ({ file, workflow: JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowInput }));
}

/**
 * The workflow as it can run beside the sandbox: files in a folder that exists here, and the listener
 * told that an address on this machine is meant.
 */
export function forThisMachine(workflow: WorkflowInput, filesFolder: string): WorkflowInput {
	const local = JSON.parse(JSON.stringify(workflow).replaceAll(FILES_OF_THE_IMAGE, JSON.stringify(filesFolder.replaceAll('\\', '/')).slice(1, -1))) as WorkflowInput;
	for (const node of local.nodes) {
		if (node.type === LISTENER) node.parameters.options = { ...(node.parameters.options as object), allowLocalAddress: true };
	}
	return local;
}
