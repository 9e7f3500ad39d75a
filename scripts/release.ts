/**
 * `npm run release:check -- v0.1.0` says whether this checkout may be published under that tag, and
 * lists what the package would hold. With `--dry-run`, placeholders in package.json are warnings. With
 * `--notes`, it only prints what the changelog says about the tag.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryName } from './addresses';

/** What package.json holds until a publisher replaces it. */
const PLACEHOLDERS = {
	repository: 'n8n-nodes-translation-jobs/n8n-nodes-translation-jobs',
	authorName: 'n8n-nodes-translation-jobs maintainers',
	authorEmail: 'maintainers@users.noreply.github.com',
};

interface PackageJson {
	name: string;
	version: string;
	author?: { name?: string; email?: string };
	repository?: { url?: string };
	publishConfig?: { access?: string; provenance?: boolean };
	n8n: { nodes: string[]; credentials: string[] };
}

interface Pack {
	unpackedSize: number;
	files: Array<{ path: string }>;
}

const readPackage = (root: string) =>
	JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson;

/** Values that only the publisher can give. */
export function placeholders(root: string): string[] {
	const { author } = readPackage(root);
	return [
		repositoryName(root) === PLACEHOLDERS.repository && 'repository.url',
		author?.name === PLACEHOLDERS.authorName && 'author.name',
		author?.email === PLACEHOLDERS.authorEmail && 'author.email',
	]
		.filter((field) => field !== false)
		.map((field) => `package.json: "${field}" is a placeholder. See "Releases" in CONTRIBUTING.md`);
}

/** What the changelog says about a version; empty if it says nothing. */
export function notesOf(root: string, version: string): string {
	const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
	const [, notes = ''] = changelog.split(`\n## [${version}]`);
	return notes.split('\n## ')[0]!.replace(/^.*/, '').trim();
}

/** What is wrong with the files of the checkout. */
export function problems(root: string, tag: string, builtFor?: string): string[] {
	const { version, author, publishConfig } = readPackage(root);
	const name = repositoryName(root);
	return [
		tag !== `v${version}` && `The tag is "${tag}", but package.json has version ${version}`,
		notesOf(root, version) === '' && `CHANGELOG.md says nothing about ${version}`,
		!(author?.name && author.email) && 'package.json: "author" needs a name and an email',
		publishConfig?.access !== 'public' && 'package.json: "publishConfig.access" must be "public"',
		publishConfig?.provenance !== true && 'package.json: "publishConfig.provenance" must be true',
		builtFor !== undefined &&
			builtFor !== name &&
			`This runs in ${builtFor}, but "repository.url" of package.json says ${name}`,
	].filter((problem) => problem !== false);
}

export function uncommitted(root: string): string[] {
	const status = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
	return status
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => `Not committed: ${line.trim()}`);
}

/** What npm would publish. Needs no account. Fails if npm refuses, e.g. a version that exists. */
export function packed(root: string): Pack {
	const { name } = readPackage(root);
	const answer = JSON.parse(
		execFileSync('npm', ['publish', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: root,
			encoding: 'utf8',
		}),
	) as Pack | Record<string, Pack>;
	// npm 11 puts the name of the package around it.
	return name in answer ? (answer as Record<string, Pack>)[name]! : (answer as Pack);
}

export function missingFiles(root: string, { files }: Pack): string[] {
	const { n8n } = readPackage(root);
	const paths = new Set(files.map(({ path }) => path));
	return [...n8n.nodes, ...n8n.credentials, 'README.md', 'LICENSE', 'CHANGELOG.md']
		.filter((path) => !paths.has(path))
		.map((path) => `The package lacks ${path}`);
}

function main(root: string, args: string[]): void {
	const isDryRun = args.includes('--dry-run');
	const tag = args.find((arg) => !arg.startsWith('--'));
	if (!tag) throw new Error('Name the tag, e.g. "npm run release:check -- v0.1.0"');
	if (args.includes('--notes')) {
		console.log(notesOf(root, tag.replace(/^v/, '')));
		return;
	}

	const pack = packed(root);
	for (const { path } of pack.files) console.log(`  ${path}`);
	console.log(`${pack.files.length} files, ${Math.ceil(pack.unpackedSize / 1000)} kB unpacked\n`);

	const unset = placeholders(root);
	const wrong = [
		...problems(root, tag, process.env.GITHUB_REPOSITORY),
		...uncommitted(root),
		...missingFiles(root, pack),
		...(isDryRun ? [] : unset),
	];
	if (isDryRun) for (const warning of unset) console.warn(`Warning: ${warning}`);
	for (const problem of wrong) console.error(`✖ ${problem}`);
	if (wrong.length > 0) process.exitCode = 1;
	else
		console.log(
			`${tag} may be published${isDryRun && unset.length > 0 ? ' once the warnings are gone' : ''}`,
		);
}

if (require.main === module) main(process.cwd(), process.argv.slice(2));
