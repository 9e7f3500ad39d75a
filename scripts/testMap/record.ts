import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one test file ran, as test/support/jest/recorder.js writes it. */
export interface TestRun {
	test: string;
	/** Without loading. */
	seconds: number;
	/** By source. */
	functions: Record<string, string[]>;
}

/** Runs the tests of `npm test`. Throws if one fails, because it has not run all that it runs. */
export function recordTests(root: string): TestRun[] {
	const folder = mkdtempSync(join(tmpdir(), 'translation-jobs-runs-'));
	try {
		const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
		const { status } = spawnSync(process.execPath, [jest], {
			cwd: root,
			stdio: 'inherit',
			env: { ...process.env, RECORDED_RUNS: folder },
		});
		if (status !== 0) throw new Error('A test failed. The map stays as it is.');
		return readRuns(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

export const readRuns = (folder: string): TestRun[] =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestRun);
