// `npm run test:matrix` runs every case of the matrix on the engine of the newest n8n; with
// `-- --all` also on that of the oldest one. Other words select tests by path.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const words = process.argv.slice(2).filter((word) => word !== '--all');

function run(script, args) {
	const { status } = spawnSync(
		process.execPath,
		['--import', 'tsx', join('scripts', script), ...args],
		{ cwd: root, stdio: 'inherit', env: { ...process.env, TEST_DEPTH: 'all' } },
	);
	if (status !== 0) process.exitCode = status ?? 1;
}

const matrix = ['--selectProjects', 'nodes', '--roots', 'test/matrix'];
run('onNewNode.ts', ['jest', '--config', 'jest.long.config.js', ...matrix, '--ci', ...words]);
// The older n8n runs on the older Node.
if (process.argv.includes('--all')) run('n8n/olderEngineTests.ts', [...matrix, ...words]);
