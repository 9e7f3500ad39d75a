import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** A defect: some text of a source file, and what it is replaced with. */
export interface Change {
	file: string;
	search: string;
	replacement: string;
}

/** The text must appear exactly once. */
export function applyChange({ file, search, replacement }: Change): string {
	const parts = readFileSync(join(root, file), 'utf8').split(search);
	if (parts.length !== 2)
		throw new Error(`${file} holds "${search}" ${parts.length - 1} times, not once.`);
	return parts.join(replacement);
}
