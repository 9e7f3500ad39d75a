/** What is published. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { PackageDirectoryLoader } from 'n8n-core';
import * as ts from 'typescript';

import manifest from '../package.json';
import { ENTRY, OPTIONS } from '../scripts/build/bundle';
import { readOutputSchemas } from './support/outputSchemas';

const root = join(__dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

function filesNamed(folder: string, ending: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith(ending),
	);
}

it('n8n loads every node and credential of the built package', async () => {
	const loader = new PackageDirectoryLoader(root);
	await loader.loadAll();
	expect(Object.keys(loader.nodeTypes).sort()).toEqual(
		filesNamed('nodes', '.node.ts')
			.map((file) => file.replace(/^.*\//, '').replace('.node.ts', ''))
			.map((name) => name[0]!.toLowerCase() + name.slice(1))
			.sort(),
	);
	expect(Object.keys(loader.credentialTypes)).toHaveLength(
		filesNamed('credentials', '.credentials.ts').length,
	);
});

it('n8n finds the output schemas beside the node', () => {
	const folder = 'dist/nodes/TranslationJobs/__schema__/v1.0.0';
	const built = filesNamed(folder, '.json').map((file) => [
		file.replace('.json', ''),
		JSON.parse(read(join(folder, file))) as unknown,
	]);
	expect(Object.fromEntries(built)).toEqual(Object.fromEntries(readOutputSchemas()));

	// In the editor, people drag it into the field of a store. So it comes first.
	const collect = JSON.parse(read(join(folder, 'job/collect.json'))) as { properties: object };
	expect(Object.keys(collect.properties)[0]).toBe('storeName');
});

it('the package holds what a user needs, in at most 100 files and 800 kB', () => {
	const [pack] = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: root,
			encoding: 'utf8',
		}),
	) as [{ files: Array<{ path: string }>; unpackedSize: number }];
	const unexpected = pack.files
		.map(({ path }) => path)
		.filter(
			(path) =>
				!/^(dist\/(nodes|credentials)\/.+\.(node|credentials)\.js|dist\/.+\.(json|svg)|dist\/bundle\.js|dist\/THIRD-PARTY-NOTICES\.txt|index\.js|README\.md|CHANGELOG\.md|LICENSE|package\.json)$/.test(
					path,
				),
		);
	expect(unexpected).toEqual([]);
	expect(pack.files.length).toBeLessThanOrEqual(100);
	expect(pack.unpackedSize).toBeLessThan(800_000);
});

it('nothing is installed beside the package', () => {
	expect(Object.keys(manifest)).not.toContain('dependencies');
	const required = read('dist/bundle.js').matchAll(/\brequire\("([^"]+)"\)/g);
	expect(new Set([...required].map(([, name]) => name))).toEqual(
		new Set(['n8n-workflow', 'node:crypto']),
	);
});

it('all code is in one bundle, and the files that n8n loads only point to it', () => {
	const others = filesNamed('dist', '.js').filter((name) => name !== 'bundle.js');
	expect(others).toHaveLength(manifest.n8n.nodes.length + manifest.n8n.credentials.length);
	for (const file of others)
		expect(read(`dist/${file}`)).toMatch(
			/^'use strict';\nexports\.(\w+) = require\('(\.\.\/)+bundle\.js'\)\.\1;\n$/,
		);
});

/** n8n shows them in the stack traces of errors. */
it('functions keep their names in the bundle', () => {
	const bundle = read('dist/bundle.js');
	const names = filesNamed('nodes', '.ts').flatMap((file) =>
		[...read(join('nodes', file)).matchAll(/^(?:export )?async function (\w+)/gm)].map(
			([, name]) => name!,
		),
	);
	expect(names.length).toBeGreaterThan(100);
	// A second one of the same name gets a number.
	const isKept = (name: string) => new RegExp(`\\basync function ${name}\\d*\\(`).test(bundle);
	expect(names.filter((name) => !isKept(name))).toEqual([]);
});

/** What a module keeps in variables: the token, the pace, calls in turn, the memory of the polls. */
const STATE =
	/^(?:export )?(?:let|const) ([a-z]\w*)(?:: [^=;]+)?(?: = (?:new \w|perRun\(|\[\])|;)/gm;

it('a module with state exists once', () => {
	const sources = ['nodes', 'l10n', 'credentials'].flatMap((folder) =>
		filesNamed(folder, '.ts').map((file) => read(join(folder, file))),
	);
	const kept = sources.flatMap((text) => [...text.matchAll(STATE)].map(([, name]) => name!));
	expect(kept).toEqual(
		expect.arrayContaining(['issued', 'paces', 'calls', 'memories', 'polls', 'outputsOf']),
	);

	const declared = ts
		.createSourceFile('bundle.js', read('dist/bundle.js'), ts.ScriptTarget.Latest, true)
		.statements.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => declarationList.declarations)
		.filter(({ initializer }) => /^(new \w|perRun\(|\[\])|^$/.test(initializer?.getText() ?? ''))
		.map(({ name }) => name.getText());
	for (const name of new Set(kept)) {
		// A second one of the same name gets a number.
		const copies = declared.filter((each) => each.replace(/\d+$/, '') === name);
		expect([name, copies.length]).toEqual([name, kept.filter((each) => each === name).length]);
	}
});

it('the notices name every bundled package', async () => {
	const { metafile } = await build({ ...OPTIONS, stdin: ENTRY, metafile: true, write: false });
	const modules = Object.keys(Object.values(metafile.outputs)[0]!.inputs);
	const packages = new Set(
		modules.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
	);
	expect([...packages].sort()).toEqual([
		'@cfworker/json-schema',
		'fast-xml-parser',
		'tus-js-client',
	]);
	const notices = read('dist/THIRD-PARTY-NOTICES.txt');
	for (const name of packages) expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

it('the bundle has no map', () => {
	expect(read('dist/bundle.js')).not.toContain('sourceMappingURL');
});
