/** What GitHub runs cannot be run here. So this looks at what must be true of it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { scripts } from '../../package.json';
import { notesOf } from '../../scripts/release';

const root = join(__dirname, '..', '..');
const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map((file) => ({
	file,
	text: readFileSync(join(folder, file), 'utf8').replace(/^\s*#.*$/gm, ''),
}));
const matches = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, found]) => found!);

describe.each(workflows)('$file', ({ text }) => {
	it('calls only scripts that exist', () => {
		const called = matches(text, /npm (?:run (?!-)|(?=test\b))([\w:]+)/g);
		expect(called.filter((name) => !(name in scripts))).toEqual([]);
		const files = matches(text, /(?<![\w/])((?:scripts\/|\.ci\/)[\w./]+)/g).filter(
			(file) => !file.endsWith('/'),
		);
		expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
		expect(called.length + files.length).toBeGreaterThan(0);
	});

	it('pins every action by its commit, and says its version', () => {
		const actions = matches(text, /uses: (.+)$/gm);
		expect(actions).not.toEqual([]);
		for (const action of actions)
			expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it('may do nothing but read unless a job says so, and runs once at a time', () => {
		expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
		expect(text).toMatch(/^concurrency:\n {2}group: /m);
		for (const job of text
			.split(/^jobs:$/m)[1]!
			.split(/^ {2}(?=\w+:$)/m)
			.slice(1))
			expect(job).toContain('timeout-minutes: ');
	});
});

it('the upgrade from an earlier commit is tested in full depth', () => {
	const jobs = workflows.flatMap(({ text }) => text.split(/^ {2}(?=\w+:$)/m).slice(1));
	const whole = jobs.filter((job) => /\.ci\/run$|npm run test:e2e/m.test(job));
	expect(whole.length).toBeGreaterThanOrEqual(3);
	for (const job of whole) expect(job).toContain('fetch-depth: 0');
});

it('the same action has the same commit everywhere', () => {
	const used = new Set(workflows.flatMap(({ text }) => matches(text, /uses: (.+)$/gm)));
	const names = [...used].map((action) => action.split('@')[0]);
	expect(new Set(names).size).toBe(names.length);
});

it('a failure at night says its seed, and how to see it', () => {
	const report = execFileSync(
		process.execPath,
		['scripts/reportFailure.mjs', 'npm run test:storm -- --rounds 9 --seed $SEED', '--print'],
		{ cwd: root, encoding: 'utf8', env: { ...process.env, SEED: '4711' } },
	);
	expect(report).toMatch(/^Failed at night: npm run test:storm -- --rounds 9\n/);
	expect(report).toContain('The seed was 4711.');
	expect(report).toContain('`npm run test:storm -- --rounds 9 --seed 4711`');
});

it('the notes of a release are what the changelog says about it', () => {
	expect(notesOf(root, '0.1.0')).toMatch(/^The first release\./);
	expect(notesOf(root, '0.1.0')).not.toMatch(/^## /m);
	expect(notesOf(root, '9.9.9')).toBe('');
});
