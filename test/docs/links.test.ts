import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { pathOf } from '../../scripts/addresses';

const root = join(__dirname, '..', '..');
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'l10n/README.md',
	'sandbox/README.md',
	...['.github', 'docs', 'templates'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
			join(folder, file),
		),
	),
].filter((file) => file.endsWith('.md'));

const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** As GitHub makes them from headings. */
const anchorsOf = (page: string) =>
	new Set(
		[...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
			heading!
				.toLowerCase()
				.replace(/[`*]/g, '')
				.replace(/[^\p{L}\p{N}\s-]/gu, '')
				.trim()
				.replace(/\s/g, '-'),
		),
	);

/** Targets of `[text](target)` and of `[name]: target`. */
const linksIn = (page: string) =>
	[...read(page).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(
		([, inline, defined]) => (inline ?? defined)!,
	);

/** The file of this repository that a link leads to; none if it leads elsewhere. */
function fileOf(link: string, page: string): string | undefined {
	if (/^(https?|mailto):/.test(link)) return pathOf(link);
	return link.startsWith('#') ? page + link : join(dirname(page), link);
}

it.each(pages)('%s links to things that exist', (page) => {
	const broken = linksIn(page).filter((link) => {
		const [target, anchor] = fileOf(link, page)?.split('#') ?? [];
		if (target === undefined) return false;
		if (!existsSync(join(root, target))) return true;
		return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
	});
	expect(broken).toEqual([]);
});

it('the README defines the links that it uses, and no others', () => {
	const text = read('README.md');
	const defined = [...text.matchAll(/^\[([^\]]+)\]: /gm)].map(([, name]) => name!);
	const prose = text.replace(/^```.*?^```|`[^`\n]*`/gms, '').replace(/^\[.*\]: .*$/gm, '');
	const used = [...prose.matchAll(/\[([^[\]]+)\](?:\[([^\]]+)\]|(?![([]))/g)].map(
		([, shown, name]) => (name ?? shown)!.toLowerCase(),
	);
	expect([...new Set(used)].sort()).toEqual(defined.sort());
});
