/** How long n8n takes to load the package, which delays every start of n8n and of its workers. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

import manifest from '../package.json';
import { installArchive, packPackage } from '../scripts/n8n/install/package';
import type { Report } from './figures';
import { short } from './measure';

const root = join(__dirname, '..');
const ROUNDS = 15;

/** Run in a new process: n8n has loaded n8n-workflow long before it loads a package. */
const LOAD = `
	const { createRequire } = require('node:module');
	const load = createRequire(process.argv[1]);
	load('n8n-workflow');
	const { n8n } = load('./package.json');
	const start = performance.now();
	for (const file of [...n8n.credentials, ...n8n.nodes])
		for (const Class of Object.values(load('./' + file))) new Class();
	console.log(performance.now() - start);
`;

export async function run(report: Report): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-load-'));
	try {
		const packages = [await installed(folder), oneLine(folder), await fileByFile(folder)];
		// Other work on the machine can only make it slower.
		const best = packages.map(() => Infinity);
		for (let round = 0; round < ROUNDS; round++)
			for (const [index, each] of packages.entries())
				best[index] = Math.min(best[index]!, millisecondsIn(each));
		const [ours = 0, one = 0, files = 0] = best;
		const of = `the best of ${ROUNDS} new processes each`;
		report(
			'load.time',
			ours - one,
			`a package of one line; ${short(ours)} ms to ${short(one)} ms, ${of}`,
		);
		report(
			'load.bundled',
			ours / files,
			`one file for each source file, and the libraries as installed; ${short(files)} ms, ${of}`,
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function installed(folder: string): Promise<string> {
	const nodes = join(folder, 'installed');
	const packageFolder = await installArchive(await packPackage(folder), nodes);
	linkWorkflow(nodes);
	return packageFolder;
}

function oneLine(folder: string): string {
	const own = join(folder, 'one-line');
	mkdirSync(own);
	writeFileSync(join(own, 'One.node.js'), 'exports.One = class {};\n');
	const n8n = { credentials: [], nodes: ['One.node.js'] };
	writeFileSync(join(own, 'package.json'), JSON.stringify({ name: 'one-line', n8n }));
	linkWorkflow(own);
	return own;
}

/** The package without a bundle. */
async function fileByFile(folder: string): Promise<string> {
	const own = join(folder, 'file-by-file');
	await build({
		absWorkingDir: root,
		entryPoints: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		outdir: join(own, 'dist'),
		outbase: '.',
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		logLevel: 'error',
	});
	writeFileSync(join(own, 'package.json'), JSON.stringify(manifest));
	symlinkSync(join(root, 'node_modules'), join(own, 'node_modules'), 'junction');
	return own;
}

function linkWorkflow(folder: string) {
	mkdirSync(join(folder, 'node_modules'), { recursive: true });
	const workflow = dirname(require.resolve('n8n-workflow/package.json'));
	symlinkSync(workflow, join(folder, 'node_modules', 'n8n-workflow'), 'junction');
}

function millisecondsIn(packageFolder: string): number {
	const args = ['-e', LOAD, join(packageFolder, 'package.json')];
	return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}
