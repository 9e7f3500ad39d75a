/** What GitHub runs cannot be run here. So this looks at what must be true of it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
	const whole = jobs.filter((job) => /\.ci\/run night$|npm run test:e2e/m.test(job));
	expect(whole.length).toBeGreaterThanOrEqual(2);
	for (const job of whole) expect(job).toContain('fetch-depth: 0');
});

it('a release differs from what was green at night in nothing but version and changelog', () => {
	const [command] = /git diff --exit-code .*/.exec(
		readFileSync(join(folder, 'release.yml'), 'utf8'),
	)!;
	const cwd = mkdtempSync(join(tmpdir(), 'translation-jobs-night-'));
	const git = (...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
	const commit = (version: string, code: string) => {
		writeFileSync(join(cwd, 'package.json'), `{\n"version": "${version}",\n"main": "${code}"\n}\n`);
		writeFileSync(join(cwd, 'connector.ts'), `PACKAGE_VERSION = '${version}'\n`);
		writeFileSync(join(cwd, 'CHANGELOG.md'), version);
		git('add', '.');
		git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-qm', version);
		return git('rev-parse', 'HEAD');
	};
	const passes = (night: string) =>
		spawnSync('bash', ['-c', command], { cwd, env: { ...process.env, night } }).status === 0;
	try {
		git('init', '--quiet');
		const night = commit('1.0.0', 'index.js');
		commit('1.1.0', 'index.js');
		expect([passes(night), passes('')]).toEqual([true, false]);
		commit('1.1.0', 'other.js');
		expect(passes(night)).toBe(false);
	} finally {
		rmSync(cwd, { recursive: true });
	}
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
