import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** What `npm start` runs once everything is built. */
const start = () =>
	spawnSync(process.execPath, ['--import', 'tsx', join('scripts', 'start.ts')], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, NODE_OPTIONS: '' },
	});

describe('npm start', () => {
	it('shows nine translations without colours where there is no terminal, and ends well', () => {
		const { status, stdout } = start();
		expect(stdout.match(/^ {4}(de-de|fr-fr|es-es) .*\[\1\]/gm)).toHaveLength(9);
		expect(stdout).toContain('Where to go from here');
		expect(stdout).not.toContain('\u001b[');
		expect(status).toBe(0);
	});
});
