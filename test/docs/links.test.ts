import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	...['docs', 'templates'].flatMap((folder) =>
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

it.each(pages)('%s links to things that exist', (page) => {
	const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
		.map((match) => match[1]!)
		.filter((link) => !/^(https?|mailto):/.test(link));
	const broken = links.filter((link) => {
		const [path = '', anchor] = link.split('#');
		const target = path === '' ? page : join(dirname(page), path);
		if (!existsSync(join(root, target))) return true;
		return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
	});
	expect(broken).toEqual([]);
});
