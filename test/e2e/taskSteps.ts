import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { BETWEEN_CHOICES } from './form';

const HEADING = '## Fifteen tasks of every day';

export interface TaskStep {
	/** An action of the node panel, or the name of a node. */
	name: string;
	/** Without a value, the field is removed. */
	entries: Array<[path: string[], value?: string]>;
}

export interface Task {
	title: string;
	steps: TaskStep[];
}

/** Each quoted action or node, and what to enter into it. */
function readSteps(text: string): TaskStep[] {
	const steps: TaskStep[] = [];
	// Two values in a list are two choices.
	for (const [, words, value] of text
		.replaceAll('` and `', BETWEEN_CHOICES)
		.matchAll(/\*([^*]+)\*(?: `([^`]+)`)?/g))
		if (value === undefined && !words!.includes(' → ')) steps.push({ name: words!, entries: [] });
		else steps.at(-1)!.entries.push([words!.split(' → '), value]);
	return steps;
}

/** The tasks of docs/send-and-collect.md. */
export function readTasks(): Task[] {
	const page = readFileSync(join(__dirname, '../../docs/send-and-collect.md'), 'utf8');
	const section = page.split(`\n${HEADING}\n`)[1]?.split('\n## ')[0];
	if (!section) throw new Error(`The page has no section "${HEADING}"`);
	return section
		.split(/^### /m)
		.slice(1)
		.map((text) => {
			const [title = '', ...lines] = text.split('\n');
			return { title, steps: readSteps(lines.filter((line) => /^\d+\. /.test(line)).join('\n')) };
		});
}
