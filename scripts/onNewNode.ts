/**
 * Runs a command of this project on the Node that n8n runs on, which takes less time for the tests.
 * `KEEP_NODE=1` keeps the Node that is there.
 *   node --import tsx scripts/onNewNode.ts jest test/package.test.ts
 */
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

import { newNode } from './n8n/install/runtime';

async function main(): Promise<void> {
	const [command = '', ...words] = process.argv.slice(2);
	const folders = [
		dirname(await newNode(console.log)),
		join(__dirname, '..', 'node_modules', '.bin'),
		process.env.PATH ?? '',
	];
	const { status, error } = spawnSync(command, words, {
		stdio: 'inherit',
		env: { ...process.env, PATH: folders.join(delimiter) },
		// On Windows the commands of packages are .cmd files.
		shell: process.platform === 'win32',
	});
	if (error) console.error(error.message);
	process.exit(status ?? 1);
}

void main();
