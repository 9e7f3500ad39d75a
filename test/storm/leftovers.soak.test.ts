/** Storms that are cut short, and what Check-Up finds of what they leave. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { tries } from '../support/depth';

const SEED = process.env.CHECK_UP_SEED ?? '5';
/** All of them take about a quarter of an hour. */
const ROUNDS = String(tries({ part: 3, all: 200 }));

it('Check-Up finds all that is left, and nothing else', () => {
	const root = join(__dirname, '..', '..');
	const { stdout, stderr } = spawnSync(
		process.execPath,
		[
			'--import',
			'tsx',
			join(__dirname, 'main.ts'),
			'--leftovers',
			'--seed',
			SEED,
			'--rounds',
			ROUNDS,
		],
		// A storm has its own clock and its own sandbox.
		{ cwd: root, encoding: 'utf8', env: { ...process.env, TRANSLATION_JOBS_SANDBOX: '' } },
	);
	expect(stdout + stderr).toContain(`\n${ROUNDS} passed, 0 failed`);
});
