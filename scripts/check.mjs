// `npm run check` is for the minute before a commit: format, lint and types, and the tests of what
// changed since the last commit (or since the commit that is named), those of the documentation included.
// `.ci/run` runs everything.
//   npm run check -- --list nodes/TranslationJobs/resources.ts    only says what would be tested
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [since = 'HEAD', ...named] = process.argv.slice(2);
const isList = since === '--list';

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;
const uncommitted = () => [
	...git('diff', '--name-only', '--diff-filter=d', since).split('\n'),
	...git('ls-files', '--others', '--exclude-standard').split('\n'),
];
const changed = (isList ? named : uncommitted()).filter(
	(file) => file !== '' && existsSync(join(root, file)),
);
const code = changed.filter((file) => /\.(ts|js|mjs|cjs)$/.test(file));

/** The test files that npm test runs. */
const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
	.map((file) => join('test', file))
	.filter((file) => file.endsWith('.test.ts') && !/soak\.test|^test.(matrix|e2e|queue)/.test(file));

/** A test belongs to what it imports, beside what stands in its own name. */
function isConcerned(test) {
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

if (isList) {
	console.log(concerned.join('\n'));
	process.exit(0);
}

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
const checks = [
	(async () =>
		(await unlessNone(changed, () =>
			run('format', 'prettier', ['--check', '--ignore-unknown', ...changed]),
		)) && (await unlessNone(code, () => run('lint', 'eslint', code))))(),
	run('types', '../typescript-7/bin/tsc', ['-p', 'tsconfig.json', '--noEmit']),
];
const isRight = (await Promise.all(checks)).every(Boolean);
const isTested = await run(`${concerned.length} test files`, 'jest', concerned);
process.exit(isRight && isTested ? 0 : 1);
