import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const filesIn = (folder: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(?:ts|json|md)$/.test(file))
		.map((file) => join(folder, file));
/** docs/reference is written from the nodes. */
const pages = ['docs', 'docs/internals'].flatMap((folder) =>
	readdirSync(join(root, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => join(folder, file)),
);
const WHAT_PEOPLE_READ = [
	'README.md',
	...pages,
	...['nodes', 'l10n', 'credentials', 'sandbox', 'templates'].flatMap(filesIn),
];

/** The service calls it "Organisation" as well. */
it('an organisation is spelt in one way', () => {
	const others = WHAT_PEOPLE_READ.filter((file) =>
		/organiz/i.test(readFileSync(join(root, file), 'utf8')),
	);
	expect(others).toEqual([]);
});
