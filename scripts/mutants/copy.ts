import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { plant } from './defect';
import type { Mutant } from './mutants';

const COPIED = [
	'.ci',
	'nodes',
	'credentials',
	'l10n',
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

	check(mutant: Mutant): void {
		plant(readFileSync(join(this.root, mutant.file), 'utf8'), mutant);
	}

	async with<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
		const path = join(this.folder, mutant.file);
		const text = readFileSync(path, 'utf8');
		writeFileSync(path, plant(text, mutant));
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
