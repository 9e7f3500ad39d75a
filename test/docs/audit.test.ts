import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEPRECATED } from '../../nodes/shared/service/apiCall/deprecated';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('docs/specification-audit.md');
const rows = page
	.split('\n')
	.filter((line) => /^\| \d+ \|/.test(line))
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, number, statement, done, shown]) => ({ number, statement, done, shown }));
const file = (cell = '') => /^`([^`]+)`$/.exec(cell)?.[1] ?? '';

it('the audit has a numbered row for each statement, with code and a test', () => {
	expect(rows.length).toBeGreaterThan(150);
	expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, index) => index + 1));
	for (const { statement, done, shown } of rows) {
		expect([statement, existsSync(join(root, file(done)) || '-')]).toEqual([statement, true]);
		expect(file(done)).toMatch(/\.ts$/);
		expect([statement, existsSync(join(root, file(shown)))]).toEqual([statement, true]);
		expect(file(shown)).toMatch(/\.test\.ts$/);
	}
});

it.each(DEPRECATED)('the wire contract names %s as never called', (call) => {
	const [, section = ''] = read('docs/wire-contract.md').split('## What is never called');
	expect(section.split('\n## ')[0]!.replaceAll('…', '/jobs/{jobId}')).toContain(`\`${call}\``);
});
