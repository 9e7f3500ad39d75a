/** How the pages say that the package is installed by hand. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import manifest from '../../package.json';
import { runCommand } from '../../scripts/n8n/install/command';
import { packPackage } from '../../scripts/n8n/install/package';

const PAGES = ['README.md', 'docs/scale.md'];
const read = (page: string) => readFileSync(join(__dirname, '../..', page), 'utf8');

it.each(PAGES)('the command of %s installs the package, and nothing of n8n', async (page) => {
	const [, options = ''] =
		new RegExp(`^npm install ${manifest.name} (.*)$`, 'm').exec(read(page)) ?? [];
	const folder = mkdtempSync(join(tmpdir(), 'by-hand-'));
	try {
		const archive = await packPackage(folder);
		await runCommand('npm', ['install', archive, ...options.split(' '), '--prefix', folder]);
		const installed = readdirSync(join(folder, 'node_modules'));
		expect(installed.filter((name) => !name.startsWith('.'))).toEqual([manifest.name]);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

it.each([...PAGES, 'docs/upgrading.md'])('%s says how n8n 3 is told to load it', (page) => {
	expect(read(page)).toContain('`N8N_UNVERIFIED_PACKAGES_ENABLED=true`');
});
