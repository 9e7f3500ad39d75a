import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Mutant } from './mutants';

const COPIED = [
	'nodes',
	'credentials',
	'sandbox',
	'scripts',
	'templates',
	'test',
	'bench',
	'jest.config.js',
	'package.json',
	'tsconfig.json',
];

/** A copy of the sources, so that a mutant never enters the working tree. */
export class Copy {
	readonly folder = mkdtempSync(join(tmpdir(), 'translation-jobs-mutants-'));

	constructor(private readonly root: string) {
		for (const name of COPIED)
			cpSync(join(root, name), join(this.folder, name), { recursive: true });
		symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
	}

	/** Applies a mutant to a file. Its search text must appear exactly once. */
	static mutate(text: string, { name, file, search, replacement }: Mutant): string {
		const parts = text.split(search);
		if (parts.length !== 2)
			throw new Error(
				`"${name}": its search text appears ${parts.length - 1} times in ${file}, not once. Correct the mutant.`,
			);
		return parts.join(replacement);
	}

	check(mutant: Mutant): void {
		Copy.mutate(readFileSync(join(this.root, mutant.file), 'utf8'), mutant);
	}

	async with<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
		const path = join(this.folder, mutant.file);
		const text = readFileSync(path, 'utf8');
		writeFileSync(path, Copy.mutate(text, mutant));
		try {
			return await work();
		} finally {
			writeFileSync(path, text);
		}
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
