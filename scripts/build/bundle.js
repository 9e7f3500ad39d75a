/**
 * Makes the package: one bundle with all code, and a small file for each node and credential that
 * n8n loads. It is one bundle because the token, the pace and the polls are kept in variables of
 * modules: a second copy of a module would not know them.
 */
const { mkdir, writeFile } = require('node:fs/promises');
const { basename, dirname, join, posix } = require('node:path');
const { build, transform } = require('esbuild');
const ts = require('typescript');

const { FILES, PACKAGES, PACKAGES_OF_THE_BUILD } = require('./instead');
const { writeNotices } = require('./notices');
const { withOwnNames } = require('./ownNames');
const { withPlainNamespaces } = require('./plainNamespaces');

const root = join(__dirname, '..', '..');
const BUNDLE = 'dist/bundle.js';

/** The files that n8n loads. */
const loadedFiles = () => {
	const { n8n } = require('../../package.json');
	return [...n8n.credentials, ...n8n.nodes];
};
const classIn = (file) => basename(file).split('.')[0];
const sourceOf = (file) => file.replace(/^dist\//, './').replace(/\.js$/, '.ts');

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
			name: 'one import of what comes from outside',
			setup({ onResolve }) {
				onResolve({ filter: /^(?:n8n-workflow|node:crypto)$/ }, ({ kind }) =>
					kind === 'import-statement' ? { path: join(__dirname, 'outside.js') } : undefined,
				);
			},
		},
	],
	// n8n wants no timer and no output of a node but through itself.
	inject: ['./scripts/build/instead/timers.js'],
	drop: ['console'],
	// The notices have them.
	legalComments: 'none',
	charset: 'utf8',
	// Shorter, but with all names and lines, so that errors can be found in it.
	minifySyntax: true,
	logLevel: 'warning',
};

const ENTRY = {
	contents: loadedFiles()
		.map((file) => `export { ${classIn(file)} } from '${sourceOf(file)}';`)
		.join('\n'),
	resolveDir: root,
};

async function bundle() {
	const { metafile, outputFiles } = await build({
		...OPTIONS,
		stdin: ENTRY,
		outfile: BUNDLE,
		metafile: true,
		write: false,
	});
	const { inputs } = metafile.outputs[BUNDLE];
	await mkdir(join(root, dirname(BUNDLE)), { recursive: true });
	const named = withOwnNames(withPlainNamespaces(outputFiles[0].text));
	const code = withoutIndent(withoutComments(named, inputs));
	await writeFile(join(root, BUNDLE), withShortFileNames(await withDenseLibraries(code)));
	await Promise.all(loadedFiles().map(writeLoadedFile));
	await writeNotices(root, inputs);
}

/** esbuild keeps some comments, depending on where they stand. Only the names of the files stay. */
function withoutComments(code, inputs) {
	const file = ts.createSourceFile(BUNDLE, code, ts.ScriptTarget.Latest);
	const comments = new Map();
	const noteComments = (node) => {
		for (const find of [ts.forEachLeadingCommentRange, ts.forEachTrailingCommentRange])
			find(code, node.pos, (start, end) => {
				if (!inputs[code.slice(start + '// '.length, end)]) comments.set(start, end);
			});
		node.getChildren(file).forEach(noteComments);
	};
	noteComments(file);
	const sorted = [...comments].sort(([a], [b]) => a - b);
	const starts = [...sorted.map(([start]) => start), code.length];
	const ends = [0, ...sorted.map(([, end]) => end)];
	return ends
		.map((end, index) => code.slice(end, starts[index]))
		.join('\0')
		.replace(/\n *\0(?=\n)|\0 ?/g, '');
}

/** No line is indented: that takes 55 kB less. Texts keep their spaces. */
function withoutIndent(code) {
	const file = ts.createSourceFile(BUNDLE, code, ts.ScriptTarget.Latest);
	const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line;
	const linesOfTexts = new Set();
	const noteTexts = (node) => {
		if (ts.isTemplateLiteralToken(node))
			for (let line = lineOf(node.end); line > lineOf(node.getStart(file)); line -= 1)
				linesOfTexts.add(line);
		ts.forEachChild(node, noteTexts);
	};
	noteTexts(file);
	return code
		.split('\n')
		.map((line, index) => (linesOfTexts.has(index) ? line : line.replace(/^ +/, '')))
		.join('\n');
}

const FILE_NAME = /^(?=\/\/ )/m;

/** The code of libraries keeps its names, but not its lines: that takes 13 kB less. */
async function withDenseLibraries(code) {
	const parts = code.split(FILE_NAME).map(async (part) => {
		if (!part.startsWith('// node_modules/')) return part;
		const [name] = part.split('\n', 1);
		const { code: dense } = await transform(part, { minifyWhitespace: true, charset: 'utf8' });
		return `${name}\n${dense}`;
	});
	return (await Promise.all(parts)).join('');
}

/** All files of ours are TypeScript below nodes: that takes 5 kB less. */
const withShortFileNames = (code) => code.replace(/^\n?\/\/ nodes\/(.*)\.ts$/gm, '// $1');

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
