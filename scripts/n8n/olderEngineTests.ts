/**
 * Installs the engine of the oldest supported n8n if needed. Runs the tests of
 * jest.older.config.js and the matrix on it, both against the `production` preset of the sandbox.
 * Words select tests of the first by path.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { ensureOlderEngine } from './olderEngine';

async function main(): Promise<void> {
	const engine = await ensureOlderEngine(console.log);
	const root = join(__dirname, '..', '..');
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const words = process.argv.slice(2);
	const configs = words.length > 0 ? ['jest.older.config.js'] : ['jest.older.config.js', 'jest.olderMatrix.config.js'];
	const statuses = configs.map((config) => {
		const { status } = spawnSync(process.execPath, [jest, '--config', config, ...words], {
			cwd: root,
			stdio: 'inherit',
			env: { ...process.env, TRANSLATION_JOBS_ENGINE: engine, TRANSLATION_JOBS_PRESET: 'production' },
		});
		return status ?? 1;
	});
	process.exit(Math.max(...statuses));
}

void main();
