/**
 * Installs the engine of the oldest supported n8n if needed. Runs the tests of
 * jest.older.config.js on it, against the `production` preset of the sandbox, with a sample of the
 * matrix. Words select tests by path.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { ensureOlderEngine } from './install/olderEngine';

async function main(): Promise<void> {
	const engine = await ensureOlderEngine(console.log);
	const words = process.argv.slice(2);
	const root = join(__dirname, '..', '..');
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const { status } = spawnSync(
		process.execPath,
		[jest, '--config', 'jest.older.config.js', ...words],
		{
			cwd: root,
			stdio: 'inherit',
			env: {
				...process.env,
				TRANSLATION_JOBS_ENGINE: engine,
				TRANSLATION_JOBS_PRESET: 'production',
			},
		},
	);
	process.exit(status ?? 1);
}

void main();
