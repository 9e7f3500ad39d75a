/**
 * The address of the repository stands in package.json (`repository.url`). The package page of npm
 * and n8n's editor follow no relative links, so other files repeat it. This writes it into them, and
 * a test keeps them equal. Addresses of other repositories name a tag or a commit, never `main`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const FILES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'package.json'];
const FOLDERS = ['.github', 'credentials', 'docs', 'nodes', 'templates'];
const TEXT = /\.(md|json|ts|yml)$/;

const NAME = '[\\w.-]+/[\\w.-]+?';
const PAGE = new RegExp(
	`https://github\\.com/(${NAME})(?=/(?:blob|tree)/main/|/actions\\b|/issues\\b|/security\\b|#readme)`,
	'g',
);
const PICTURE = new RegExp(`https://raw\\.githubusercontent\\.com/(${NAME})(?=/main/)`, 'g');

/** "owner/name" */
export function repositoryName(root = ROOT): string {
	const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		repository: { url: string };
	};
	const [, name] = /github\.com\/(.+?)(?:\.git)?$/.exec(repository.url) ?? [];
	if (!name) throw new Error(`"${repository.url}" is not the address of a repository on GitHub`);
	return name;
}

export function withAddresses(text: string, name: string): string {
	return text
		.replace(PAGE, `https://github.com/${name}`)
		.replace(PICTURE, `https://raw.githubusercontent.com/${name}`);
}

/** "docs/files.md#limits" for the address of a file of this repository. */
export function pathOf(address: string, name = repositoryName()): string | undefined {
	return [
		`https://github.com/${name}/blob/main/`,
		`https://github.com/${name}/tree/main/`,
		`https://raw.githubusercontent.com/${name}/main/`,
	].flatMap((start) => (address.startsWith(start) ? [address.slice(start.length)] : []))[0];
}

export function filesWithAddresses(): string[] {
	const inFolders = FOLDERS.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
			join(folder, file),
		),
	).filter((file) => TEXT.test(file));
	return [...FILES, ...inFolders].map((file) => join(ROOT, file));
}

/** Files that name an address the repository does not have. */
export function outdatedAddresses(): string[] {
	const name = repositoryName();
	return filesWithAddresses().filter((file) => {
		const text = readFileSync(file, 'utf8');
		return withAddresses(text, name) !== text;
	});
}

if (require.main === module) {
	const name = repositoryName();
	const outdated = outdatedAddresses();
	for (const file of outdated) writeFileSync(file, withAddresses(readFileSync(file, 'utf8'), name));
	console.log(`Wrote the address of ${name} into ${outdated.length} files`);
}
