// `npm run check` is for the minute before a commit: format, lint and types, and the tests of what
// changed since the last commit, those of the documentation included. `.ci/run` runs everything.
//   npm run check -- origin/main                             what changed since another commit
//   npm run check -- nodes/TranslationJobs/resources.ts      only names the tests of these files
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const words = process.argv.slice(2);
const isFile = (name) => existsSync(join(root, name));
const namesTests = words.length > 0 && words.every(isFile);

function git(...args) {
	const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
	if (status === 0) return stdout.split('\n').filter((file) => file !== '');
	console.error(stderr);
	process.exit(1);
}
const changedSince = (commit = 'HEAD') =>
	[
		...git('diff', '--name-only', '--diff-filter=d', commit, '--'),
		...git('ls-files', '--others', '--exclude-standard'),
	].filter(isFile);
const changed = namesTests ? words : changedSince(...words);
const code = changed.filter((file) => /\.(ts|js|mjs|cjs)$/.test(file));

/** The test files that npm test runs. */
const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
	.map((file) => join('test', file))
	.filter((file) => file.endsWith('.test.ts') && !/soak\.test|^test.(matrix|e2e|queue)/.test(file));

/** By source, the tests that run it: see scripts/testMap. */
const map = JSON.parse(readFileSync(join(root, 'test', 'map.json'), 'utf8'));
const mapped = new Set(code.flatMap((file) => map[file] ?? []));

/** A test belongs to what it runs, what it imports and what stands in its own name. */
function isConcerned(test) {
	if (mapped.has(test)) return true;
	const text = readFileSync(join(root, test), 'utf8');
	const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, name]) =>
		relative(root, resolve(root, dirname(test), name)),
	);
	const ownName = test.replace(/^test.|\.test\.ts$/g, '');
	return [...imported, ownName].some((name) => code.includes(`${name}.ts`)) || code.includes(test);
}
/** The pages say what the code says. */
const isDocumentation = (test) => /^test.docs/.test(test);
const isInPages = changed.some((file) => /^(nodes|credentials|docs|templates)\/|\.md$/.test(file));
const concerned = tests.filter(
	(test) =>
		test === join('test', 'architecture.test.ts') ||
		isConcerned(test) ||
		(isInPages && isDocumentation(test)),
);

if (namesTests) {
	console.log(concerned.join('\n'));
	process.exit(0);
}

for (const file of code)
	if (/^(nodes|l10n|credentials|sandbox)\//.test(file) && !map[file]?.length)
		console.log(`– No test is known to run ${file}.`);

async function run(title, command, args) {
	const started = performance.now();
	const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	const status = await new Promise((end) => child.once('close', end));
	const seconds = Math.round((performance.now() - started) / 1000);
	console.log(`${status === 0 ? '✔' : '✖'} ${title} (${seconds} s)`);
	if (status !== 0) console.log(output);
	return status === 0;
}

const unlessNone = async (files, work) => (files.length === 0 ? true : await work());
// At once, which keeps all cores busy to the end.
const checks = await Promise.all([
	unlessNone(changed, () => run('format', 'prettier', ['--check', '--ignore-unknown', ...changed])),
	unlessNone(code, () => run('lint', 'eslint', code)),
	run('types', '../typescript-7/bin/tsc', ['-p', 'tsconfig.json', '--noEmit']),
	run(`${concerned.length} test files`, 'jest', concerned),
]);
process.exit(checks.every(Boolean) ? 0 : 1);
