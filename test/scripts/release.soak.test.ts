import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { version } from '../../package.json';
import { placeholders, problems } from '../../scripts/release';

const ROOT = join(__dirname, '..', '..');
const NODE = 'dist/nodes/Some.node.js';
const folders: string[] = [];

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A committed package that may be published, apart from these changes. */
function checkout(changes: object = {}, changelog = '## [1.2.3]\n\nThe first.\n'): string {
	const folder = mkdtempSync(join(tmpdir(), 'translation-jobs-release-'));
	folders.push(folder);
	const manifest = {
		name: 'n8n-nodes-nobody-publishes-this',
		version: '1.2.3',
		author: { name: 'Ada', email: 'ada@example.com' },
		repository: { url: 'git+https://github.com/ada/nodes.git' },
		publishConfig: { access: 'public', provenance: true },
		files: ['dist', 'CHANGELOG.md'],
		n8n: { nodes: [NODE], credentials: [] },
		...changes,
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n${changelog}`);
	mkdirSync(join(folder, 'dist/nodes'), { recursive: true });
	for (const file of ['README.md', 'LICENSE', NODE]) writeFileSync(join(folder, file), 'Text');
	git(folder, 'init', '--quiet');
	git(folder, 'add', '.');
	git(folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-qm', 'All');
	return folder;
}

const git = (folder: string, ...args: string[]) => execFileSync('git', args, { cwd: folder });

function run(folder: string, ...args: string[]) {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		['--import', require.resolve('tsx'), join(ROOT, 'scripts/release.ts'), ...args],
		{
			cwd: folder,
			encoding: 'utf8',
			// Without a network, npm's dry run works too, but tries again for a minute.
			env: { ...process.env, npm_config_fetch_retries: '0', GITHUB_REPOSITORY: undefined },
		},
	);
	return { status, stdout, stderr };
}

it('finds nothing wrong with this package', () => {
	expect(problems(ROOT, `v${version}`)).toEqual([]);
});

it('knows the values that only a publisher can give', () => {
	const folder = checkout({
		author: {
			name: 'n8n-nodes-translation-jobs maintainers',
			email: 'maintainers@users.noreply.github.com',
		},
		repository: {
			url: 'git+https://github.com/n8n-nodes-translation-jobs/n8n-nodes-translation-jobs.git',
		},
	});
	expect(placeholders(folder)).toEqual(
		['repository.url', 'author.name', 'author.email'].map(
			(field) => `package.json: "${field}" is a placeholder. See "Releases" in CONTRIBUTING.md`,
		),
	);
	expect(placeholders(checkout())).toEqual([]);
});

const NO_NOTES = 'CHANGELOG.md says nothing about 1.2.3';

it.each<{ problem: string; tag?: string; changes?: object; changelog?: string }>([
	{ problem: 'The tag is "v1.2.4", but package.json has version 1.2.3', tag: 'v1.2.4' },
	{ problem: NO_NOTES, changelog: '## [1.2.2]\n\nThe one before.\n' },
	{ problem: NO_NOTES, changelog: '## [1.2.3]\n\n## [1.2.2]\n\nThe one before.\n' },
	{
		problem: 'package.json: "author" needs a name and an email',
		changes: { author: { name: 'Ada' } },
	},
	{
		problem: 'package.json: "publishConfig.access" must be "public"',
		changes: { publishConfig: { provenance: true } },
	},
	{
		problem: 'package.json: "publishConfig.provenance" must be true',
		changes: { publishConfig: { access: 'public' } },
	},
])('finds out: $problem', ({ problem, tag = 'v1.2.3', changes, changelog }) => {
	expect(problems(checkout(changes, changelog), tag)).toEqual([problem]);
});

it('finds out that the release runs in another repository, which provenance would contradict', () => {
	expect(problems(checkout(), 'v1.2.3', 'ada/nodes')).toEqual([]);
	expect(problems(checkout(), 'v1.2.3', 'eve/nodes')).toEqual([
		'This runs in eve/nodes, but "repository.url" of package.json says ada/nodes',
	]);
});

it('lists what npm would publish, and passes', () => {
	const { status, stdout } = run(checkout(), 'v1.2.3');
	expect(stdout).toContain(`  ${NODE}\n`);
	expect(stdout).toContain('v1.2.3 may be published');
	expect(status).toBe(0);
});

it('refuses a package that is not built, and a checkout that is not committed', () => {
	const folder = checkout();
	rmSync(join(folder, NODE));
	const { status, stderr } = run(folder, 'v1.2.3');
	expect(stderr).toContain(`✖ The package lacks ${NODE}`);
	expect(stderr).toContain(`✖ Not committed: D ${NODE}`);
	expect(status).toBe(1);
});

it('refuses placeholders, and only warns of them in a dry run', () => {
	const folder = checkout({
		author: { name: 'n8n-nodes-translation-jobs maintainers', email: 'ada@example.com' },
	});
	const release = run(folder, 'v1.2.3');
	expect(release.stderr).toContain('✖ package.json: "author.name" is a placeholder');
	expect(release.status).toBe(1);

	const dryRun = run(folder, 'v1.2.3', '--dry-run');
	expect(dryRun.stderr).toContain('Warning: package.json: "author.name" is a placeholder');
	expect(dryRun.status).toBe(0);
});
