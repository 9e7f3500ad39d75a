import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { REMOVED } from '../../sandbox/rest/removedPaths';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('docs/internals/specification-audit.md');
const rows = page
	.split('\n')
	.filter((line) => /^\| \d+ \|/.test(line))
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, number, statement, done, shown]) => ({ number, statement, done, shown }));
/** A test file, words in it, and perhaps what they leave out. */
const SHOWN = /^`(test\/[^`]+\.test\.ts)` (`+) ?(.+?) ?\2(?:; partly: .{10,})?$/;
const REASON = /^(?:not tested|the service's side|does not concern a connector): .{5,}/;
const isShown = ({ shown = '' }) => shown.startsWith('`');

it('the audit has a numbered row for each statement', () => {
	expect(rows.length).toBeGreaterThan(290);
	expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, index) => index + 1));
	expect(rows.filter(isShown).length).toBeGreaterThan(265);
});

it('its rows name code, and a test with words in it', () => {
	for (const { number, done = '', shown = '' } of rows.filter(isShown)) {
		const [, code = '-'] =
			/^`(nodes\/[^`]+\.ts|(?:credentials|l10n)\/[^`]+\.ts)`$/.exec(done) ?? [];
		expect([number, code, existsSync(join(root, code))]).toEqual([number, code, true]);
		const [, test = '-', , words = ''] = SHOWN.exec(shown) ?? [];
		expect([number, test, existsSync(join(root, test))]).toEqual([number, test, true]);
		expect([number, words, read(test).includes(words)]).toEqual([number, words, true]);
	}
});

it('its other rows give a reason', () => {
	for (const { number, done = '', shown } of rows.filter((row) => !isShown(row))) {
		expect([number, REASON.test(shown!)]).toEqual([number, true]);
		expect([number, done === '–' || existsSync(join(root, done.slice(1, -1)))]).toEqual([
			number,
			true,
		]);
	}
});

it.each(REMOVED)('the wire contract names %s %s as never called', (method, path) => {
	const [, section = ''] = read('docs/internals/wire-contract.md').split('## What is never called');
	expect(section.split('\n## ')[0]!.replaceAll('…', '/jobs/{jobId}')).toContain(
		`\`${method} ${path}\``,
	);
});
