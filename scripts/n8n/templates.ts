import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowInput } from './rest';

const folder = join(__dirname, '..', '..', 'templates');

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
