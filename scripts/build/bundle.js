/**
 * Makes the package: one bundle with all code, and a small file for each node and credential that
 * n8n loads. It is one bundle because the token, the pace and the polls are kept in variables of
 * modules: a second copy of a module would not know them.
 */
const { mkdir, readFile, writeFile } = require('node:fs/promises');
const { basename, dirname, join, posix } = require('node:path');
const { transform } = require('@swc/core');
const { build } = require('esbuild');

const { FILES, PACKAGES, PACKAGES_OF_THE_BUILD } = require('./instead');
const { writeNotices } = require('./notices');

const root = join(__dirname, '..', '..');
const BUNDLE = 'dist/bundle.js';

/** The files that n8n loads. */
const loadedFiles = () => {
	const { n8n } = require('../../package.json');
	return [...n8n.credentials, ...n8n.nodes];
};
const classIn = (file) => basename(file).split('.')[0];
const sourceOf = (file) => file.replace(/^dist\//, './').replace(/\.js$/, '.ts');

/** Functions, classes and what a module keeps: stack traces show these names, so they stay. */
const TOP_LEVEL = /^(?:export )?(?:const|let|class|(?:async )?function\*?) (\w+)/gm;

/** Nothing that moves code or removes a function. */
const SHORTER = { defaults: false, booleans: true, comparisons: true, conditionals: true };

async function shortenLocalNames(source, path) {
	const reserved = Array.from(source.matchAll(TOP_LEVEL), ([, name]) => name);
	const mangle = { keep_fnames: true, keep_classnames: true, reserved };
	const { code } = await transform(source, {
		filename: path,
		isModule: 'unknown',
		minify: true,
		jsc: {
			target: 'es2022',
			parser: { syntax: path.endsWith('.ts') ? 'typescript' : 'ecmascript' },
			minify: { compress: SHORTER, mangle },
		},
	});
	return code;
}

/** What makes the published code out of the sources. */
const OPTIONS = {
	absWorkingDir: root,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	external: ['n8n-workflow'],
	alias: { ...PACKAGES, ...PACKAGES_OF_THE_BUILD },
	plugins: [
		{
			name: 'files in place of those of a library',
			setup({ onResolve }) {
				const names = Object.keys(FILES).map((name) => name.replaceAll('.', '\\.'));
				onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path }) => ({
					path: join(root, FILES[path]),
				}));
			},
		},
		{
			name: 'short names of local variables',
			setup({ onLoad }) {
				onLoad({ filter: /\.[jt]s$/ }, async ({ path }) => ({
					contents: await shortenLocalNames(await readFile(path, 'utf8'), path),
				}));
			},
		},
	],
	// n8n wants no timer and no output of a node but through itself.
	inject: ['./scripts/build/instead/timers.js'],
	drop: ['console'],
	// The notices have them.
	legalComments: 'none',
	charset: 'utf8',
	minifySyntax: true,
	minifyWhitespace: true,
	// Node prints the whole line of an error that nobody catches.
	lineLimit: 2500,
	logLevel: 'warning',
};

const ENTRY = {
	contents: loadedFiles()
		.map((file) => `export { ${classIn(file)} } from '${sourceOf(file)}';`)
		.join('\n'),
	resolveDir: root,
};

async function bundle() {
	const { metafile } = await build({ ...OPTIONS, stdin: ENTRY, outfile: BUNDLE, metafile: true });
	await Promise.all(loadedFiles().map(writeLoadedFile));
	await writeNotices(root, metafile.outputs[BUNDLE].inputs);
}

async function writeLoadedFile(file) {
	const from = posix.relative(posix.dirname(file), BUNDLE);
	const name = classIn(file);
	await mkdir(join(root, dirname(file)), { recursive: true });
	await writeFile(
		join(root, file),
		`'use strict';\nexports.${name} = require('${from}').${name};\n`,
	);
}

module.exports = { bundle, ENTRY, OPTIONS };
