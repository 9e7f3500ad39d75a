import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';

const root = join(__dirname, '..');

function filesNamed(folder: string, ending: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith(ending),
	);
}

it('n8n loads every node and credential of the built package', async () => {
	const loader = new PackageDirectoryLoader(root);
	await loader.loadAll();
	expect(Object.keys(loader.nodeTypes).sort()).toEqual(
		filesNamed('nodes', '.node.ts')
			.map((file) => file.replace(/^.*\//, '').replace('.node.ts', ''))
			.map((name) => name[0]!.toLowerCase() + name.slice(1))
			.sort(),
	);
	expect(Object.keys(loader.credentialTypes)).toHaveLength(
		filesNamed('credentials', '.credentials.ts').length,
	);
});

it('the package holds what a user needs, under 1 MB', () => {
	const [pack] = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: root,
			encoding: 'utf8',
		}),
	) as [{ files: Array<{ path: string }>; unpackedSize: number }];
	const unexpected = pack.files
		.map(({ path }) => path)
		.filter(
			(path) =>
				!/^(dist\/(nodes|credentials)\/|index\.js$|README\.md$|CHANGELOG\.md$|LICENSE$|package\.json$)/.test(
					path,
				),
		);
	expect(unexpected).toEqual([]);
	expect(pack.unpackedSize).toBeLessThan(1_000_000);
});
