// `npm run format` puts every file into its one format; with `-- --check` it only says which are
// not. The order of imports is checked by `npm run lint`.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isCheck = process.argv.includes('--check');

function run(command, args) {
	const path = join(root, 'node_modules', '.bin', command);
	const { status } = spawnSync(path, args, {
		cwd: root,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (status !== 0) process.exitCode = status ?? 1;
}

if (!isCheck) run('eslint', ['--config', 'eslint.imports.mjs', '--fix', '.']);
run('prettier', [isCheck ? '--check' : '--write', '--cache', '--log-level', 'warn', '.']);
