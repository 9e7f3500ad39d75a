/**
 * No container is started here. This keeps the file equal to what `npm run test:queue` really runs, and
 * runs its installation.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { name, version } from '../../package.json';
import { packPackage } from '../../scripts/n8n/install/package';
import { N8N_VERSION } from '../../scripts/n8n/install/runtime';

const root = join(__dirname, '..', '..');
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
const queue = readFileSync(join(root, 'test/queue/instance.ts'), 'utf8');

it('names the n8n that is tested and this version of the package', () => {
	const images = [...compose.matchAll(/image: n8nio\/n8n:(\S+)/g)].map(([, tag]) => tag);
	expect(new Set(images)).toEqual(new Set([N8N_VERSION]));
	expect(compose).toContain(`${name}@${version},`);
});

it('runs the processes that are tested, with their settings', () => {
	expect(queue).toContain('WORKERS = 2;');
	expect(compose).toContain('replicas: 2');
	expect(queue).toContain('CONCURRENCY = 5;');
	expect(compose).toContain('command: worker --concurrency=5');
	for (const [, name, value] of queue.matchAll(/^\t\t(\w+): '(\w+)',$/gm))
		expect(compose).toMatch(new RegExp(`${name}: '?${value}'?$`, 'm'));
});

it('installs this package and nothing else, as the guides do by hand', async () => {
	const list = (key: string) => new RegExp(`${key}:\\s*\\[([^\\]]+)\\]`).exec(compose)![1]!;
	const [npm, ...args] = `${list('entrypoint')}, ${list('command')}`.split(', ');
	const prefix = args.splice(args.indexOf('--prefix'), 2)[1]!;
	const command = [npm, ...args].join(' ').replace(`@${version}`, '');
	for (const page of ['README.md', 'docs/scale.md'])
		expect(readFileSync(join(root, page), 'utf8')).toContain(`\n${command}\n`);

	const folder = mkdtempSync(join(tmpdir(), 'compose-test-'));
	try {
		const archive = await packPackage(folder);
		// The folder does not exist yet, and without the network nothing else can come.
		const nodes = join(folder, prefix);
		execFileSync(
			npm!,
			[
				...args.map((arg) => (arg.startsWith(name) ? archive : arg)),
				...['--prefix', nodes, '--offline', '--no-audit'],
			],
			{ cwd: folder },
		);
		const installed = readdirSync(join(nodes, 'node_modules'));
		expect(installed.filter((each) => !each.startsWith('.'))).toEqual([name]);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
