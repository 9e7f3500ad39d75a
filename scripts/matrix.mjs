// `npm run test:matrix` runs every case of the matrix on the engine of the newest n8n; with
// `-- --all` also on that of the oldest one. Other words select tests by path.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const words = process.argv.slice(2).filter((word) => word !== '--all');

function run(args) {
	const env = { ...process.env, TEST_DEPTH: 'all' };
	const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
	if (status !== 0) process.exitCode = status ?? 1;
}

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const matrix = ['--selectProjects', 'nodes', '--roots', 'test/matrix'];
run([jest, '--config', 'jest.long.config.js', ...matrix, '--ci', ...words]);
if (process.argv.includes('--all')) {
	const older = join(root, 'scripts', 'n8n', 'olderEngineTests.ts');
	run(['--import', 'tsx', older, ...matrix, ...words]);
}
