/** The gallery lists every template once, by what a person wants to do, with its picture. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { readTemplates } from '../../scripts/n8n/run/templates';

const root = join(__dirname, '..', '..');
const pictures = join(root, 'docs', 'images', 'templates');
const page = readFileSync(join(root, 'templates', 'README.md'), 'utf8');
const names = readTemplates().map(({ file }) => file.replace('.json', ''));

it('has one row for each template, and the wish comes first', () => {
	const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('.json)'));
	const listed = rows.map((row) => /^\| [A-Z][^|]+ \| \[([\w-]+)\]\(\1\.json\): /.exec(row)?.[1]);
	expect([...listed].sort()).toEqual(names);
});

it('there are at most sixteen', () => {
	expect(names.length).toBeLessThanOrEqual(16);
});

it.each(names)('%s has a small picture, and nothing else has', (name) => {
	const file = join(pictures, `${name}.jpg`);
	expect(page).toContain(`(../docs/images/templates/${name}.jpg)`);
	expect(existsSync(file)).toBe(true);
	expect(statSync(file).size).toBeLessThanOrEqual(60_000);
	expect(readdirSync(pictures).map((each) => each.replace('.jpg', ''))).toEqual(names);
});

it('the README leads to the gallery, and names no file of it', () => {
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	expect(readme).toContain('/templates/README.md');
	expect(readme).not.toMatch(/templates\/[\w-]+\.json/);
});
