import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import {
	filesWithAddresses,
	outdatedAddresses,
	pathOf,
	repositoryName,
	withAddresses,
} from '../../scripts/addresses';

const root = join(__dirname, '..', '..');
const name = repositoryName();
const readme = readFileSync(join(root, 'README.md'), 'utf8');

const addressesIn = (text: string) => text.match(/https:\/\/[^\s'"`)>\]]+/g) ?? [];

it('every address of the repository is the one in package.json; if not, run "npm run docs"', () => {
	expect(outdatedAddresses()).toEqual([]);
});

it('every address of a file leads to a file of the checkout', () => {
	const paths = filesWithAddresses().flatMap((file) =>
		addressesIn(readFileSync(file, 'utf8')).flatMap((address) => pathOf(address) ?? []),
	);
	expect(paths).not.toHaveLength(0);
	const missing = paths.filter((path) => !existsSync(join(root, path.split('#')[0]!)));
	expect(missing).toEqual([]);
});

it('the package page shows its pictures and follows its links outside the repository', () => {
	const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, address]) => address!);
	const raw = `https://raw.githubusercontent.com/${name}/main/`;
	expect(pictures).not.toHaveLength(0);
	const badge = new RegExp(
		`^https://github\\.com/${name}/actions/workflows/(\\w+\\.yml)/badge\\.svg$`,
	);
	const badges = pictures.flatMap((address) => badge.exec(address)?.[1] ?? []);
	expect(badges.filter((file) => !existsSync(join(root, '.github/workflows', file)))).toEqual([]);
	expect(pictures.filter((address) => !address.startsWith(raw) && !badge.test(address))).toEqual(
		[],
	);

	const links = [...readme.matchAll(/\]\(([^)]*)\)|^\[[^\]]+\]: (.*)$/gm)].map(
		([, inline, defined]) => (inline ?? defined)!,
	);
	expect(links.filter((link) => !/^(https:\/\/|#)/.test(link))).toEqual([]);
	expect(readme).not.toMatch(/```mermaid|<img/);
});

it('a page is addressed as a file, a folder as a tree', () => {
	const wrong = addressesIn(readme).filter((address) => {
		const kind = /\/(blob|tree)\/main\//.exec(address)?.[1];
		const path = pathOf(address)?.split('#')[0];
		return kind && path && statSync(join(root, path)).isDirectory() !== (kind === 'tree');
	});
	expect(wrong).toEqual([]);
});

it('a repository that moves takes its own addresses along, and no others', () => {
	const text = [
		`https://github.com/${name}/blob/main/docs/files.md#limits`,
		`https://raw.githubusercontent.com/${name}/main/docs/images/sent.png`,
		`https://github.com/${name}/issues`,
		`https://github.com/${name}/security/advisories/new`,
		`https://github.com/${name}#readme`,
	].join('\n');
	expect(withAddresses(text, 'somebody/else.where')).toBe(
		text.replaceAll(name, 'somebody/else.where'),
	);
	expect(withAddresses(withAddresses(text, 'somebody/else.where'), name)).toBe(text);
	const foreign = 'https://github.com/n8n-io/n8n/blob/n8n@2.41.1/README.md';
	expect(withAddresses(foreign, name)).toBe(foreign);
});
