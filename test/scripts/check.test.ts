/** What `npm run check` tests before a commit. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import map from '../map.json';

const root = join(__dirname, '..', '..');
const testedAfter = (...changed: string[]) =>
	execFileSync(process.execPath, ['scripts/check.mjs', ...changed], {
		cwd: root,
		encoding: 'utf8',
		stdio: 'pipe',
	})
		.trim()
		.split('\n');

it('notices that the reference pages are stale after a change of a node', () => {
	const tests = testedAfter('nodes/TranslationJobs/resources.ts');
	expect(tests).toContain('test/docs/reference.test.ts');
	expect(tests).toContain('test/architecture.test.ts');
});

it.each(['README.md', 'docs/quality.md'])('tests the pages after a change of %s', (page) => {
	expect(testedAfter(page)).toEqual(
		expect.arrayContaining(['test/docs/links.test.ts', 'test/docs/spelling.test.ts']),
	);
});

it('tests what a changed file is imported by, and nothing that takes long', () => {
	const tests = testedAfter('nodes/rules/labels.ts', 'l10n/checks/tags.ts');
	expect(tests).toContain('test/l10n/checks/tags.test.ts');
	expect(tests.filter((test) => /soak|matrix|e2e/.test(test))).toEqual([]);
	expect(testedAfter('bench/main.ts')).toEqual(['test/architecture.test.ts']);
});

it('tests what the map names for a file that no test imports', () => {
	const source = 'nodes/http/exchange.ts';
	expect(map[source]).not.toEqual([]);
	expect(testedAfter(source)).toEqual(expect.arrayContaining(map[source]));
});

it('refuses a word that is neither a file nor a commit', () => {
	expect(() => testedAfter('nodes/noSuchFile.ts')).toThrow();
});

/** A new map is being written. */
const isRecorded = process.env.RECORDED_RUNS !== undefined;
(isRecorded ? it.skip : it)('the map names files that are there', () => {
	const named = [...Object.keys(map), ...Object.values(map as Record<string, string[]>).flat()];
	expect([...new Set(named)].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
