/** Holds the layers of docs/internals/architecture.md to what they promise. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import sandboxManifest from '../sandbox/package.json';

const root = join(__dirname, '..');

const sources = (folder: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
		.map((file) => join(folder, file));

function importsOf(file: string): string[] {
	const text = readFileSync(join(root, file), 'utf8');
	const specifiers = [
		...text.matchAll(
			/\bfrom '([^']+)'|\bimport\('([^']+)'\)|\brequire(?:\.resolve)?\('([^']+)'\)/g,
		),
	].map((match) => match[1] ?? match[2] ?? match[3]!);
	return specifiers.map((name) =>
		name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name,
	);
}

function importersOf(name: string, folder: string): string[] {
	return sources(folder).filter((file) => importsOf(file).includes(name));
}

const reaches = (folder: string, ...forbidden: string[]) =>
	sources(folder).flatMap((file) =>
		importsOf(file)
			.filter((name) => forbidden.some((prefix) => name.startsWith(prefix)))
			.map((name) => `${file} → ${name}`),
	);

/** Types count: who reads one file should not have to read all. */
function importedFiles(files: readonly string[]): Map<string, string[]> {
	const known = new Set(files);
	return new Map(
		files.map((file) => [
			file,
			importsOf(file).flatMap(
				(name) => [`${name}.ts`, `${name}/index.ts`].find((each) => known.has(each)) ?? [],
			),
		]),
	);
}

/** A layer, a node or a feature. Its subfolders belong to it. */
const roomOf = (file: string): string =>
	/^nodes\/(?:features\/)?[^/]+/.exec(file)?.[0] ?? dirname(file);

function importedFolders(files: readonly string[]): Map<string, string[]> {
	const folders = new Map<string, string[]>();
	for (const [file, imported] of importedFiles(files)) {
		const own = roomOf(file);
		const others = imported.map(roomOf).filter((folder) => folder !== own);
		folders.set(own, [...(folders.get(own) ?? []), ...others]);
	}
	return folders;
}

/** What imports itself, directly or through others, with all that takes part. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
	const reached = new Map([...imports.keys()].map((name) => [name, new Set<string>()]));
	for (const [name, seen] of reached) {
		const open = [...imports.get(name)!];
		for (let each = open.pop(); each !== undefined; each = open.pop()) {
			if (seen.has(each)) continue;
			seen.add(each);
			open.push(...(imports.get(each) ?? []));
		}
	}
	const names = [...imports.keys()];
	const partners = names
		.filter((name) => reached.get(name)!.has(name))
		.map((name) =>
			names.filter((other) => reached.get(name)!.has(other) && reached.get(other)!.has(name)),
		);
	return partners.filter(
		([first], index) => partners.findIndex(([one]) => one === first) === index,
	);
}

/** From the top: each layer may use those below it, and none above. */
const LAYERS = {
	nodes: ['nodes/Translation', 'nodes/Project'],
	features: ['nodes/features', 'nodes/triggers'],
	form: ['nodes/form'],
	api: ['nodes/api'],
	http: ['nodes/http'],
	core: ['nodes/core'],
	rules: ['nodes/rules'],
};
const ORDER = Object.values(LAYERS);
const NODE_FOLDERS = readdirSync(join(root, 'nodes'))
	.map((name) => `nodes/${name}`)
	.filter((folder) => LAYERS.nodes.some((start) => folder.startsWith(start)));

it('every folder of nodes belongs to a layer', () => {
	const folders = readdirSync(join(root, 'nodes')).map((name) => `nodes/${name}`);
	const known = [...NODE_FOLDERS, ...ORDER.slice(1).flat()];
	expect(folders.filter((folder) => !known.includes(folder))).toEqual([]);
});

it.each(Object.keys(LAYERS))('the layer "%s" uses only what lies below it', (name) => {
	const level = Object.keys(LAYERS).indexOf(name);
	const above = ORDER.slice(0, level).flat();
	const own = name === 'nodes' ? NODE_FOLDERS : ORDER[level]!;
	expect(own.flatMap((folder) => reaches(folder, ...above))).toEqual([]);
});

/** The one list of features that another feature may use. */
const USED_BY: Record<string, string[]> = {
	send: ['changes', 'quality'],
	collect: ['changes', 'quality'],
};

/** Texts in, texts out: whoever else has texts can take it as it is. */
it('l10n knows neither n8n nor the service', () => {
	const own = sources('l10n');
	const used = own.flatMap((file) => importsOf(file).map((name) => [file, name] as const));
	const others = used.filter(([, name]) => !name.startsWith('l10n/') && !name.startsWith('node:'));
	expect(own.length).toBeGreaterThan(30);
	expect(others).toEqual([]);
});

it('features use each other only along this list', () => {
	const features = readdirSync(join(root, 'nodes/features'));
	const forbidden = (own: string) =>
		features
			.filter((name) => name !== own && !USED_BY[own]?.includes(name))
			.map((name) => `nodes/features/${name}/`);
	expect(
		features.flatMap((own) =>
			reaches(`nodes/features/${own}`, 'nodes/triggers/', ...forbidden(own)),
		),
	).toEqual([]);
	expect(reaches('nodes/triggers', 'nodes/features/')).toEqual([]);
});

it('parameters are read through their readers alone', () => {
	const reading = sources('nodes').filter((file) =>
		readFileSync(join(root, file), 'utf8').includes('.getNodeParameter('),
	);
	expect(reading.sort()).toEqual([
		// The form of the editor.
		'nodes/ProjectSettings/methods/resourceMapping.ts',
		// The choice of the operation, whose fields the readers then know.
		'nodes/form/operations.ts',
		'nodes/form/parameters.ts',
	]);
});

const OPERATIONS = 'nodes/TranslationJobs/operations/';

/** Each is short and has one importer, but is what people look for by its name. */
const NAMES_WORTH_A_FILE = ['nodes/ProjectSettings/router.ts', 'nodes/TranslationJobs/router.ts'];

it('a file with one importer is not a crumb', () => {
	const imports = importedFiles([
		...sources('nodes'),
		...sources('l10n'),
		...sources('credentials'),
	]);
	const importers = new Map<string, string[]>();
	for (const [file, imported] of imports)
		for (const name of imported) importers.set(name, [...(importers.get(name) ?? []), file]);
	const crumbs = [...importers].filter(
		([file, by]) =>
			by.length === 1 &&
			!file.startsWith(OPERATIONS) &&
			!file.endsWith('/index.ts') &&
			!by[0]!.endsWith('/index.ts') &&
			!NAMES_WORTH_A_FILE.includes(file) &&
			readFileSync(join(root, file), 'utf8').split('\n').length <= 40,
	);
	expect(crumbs.map(([file, [by]]) => `${file} → ${by!}`)).toEqual([]);
});

const SOURCES = ['nodes', 'l10n', 'sandbox', 'credentials'].flatMap(sources);

it('no circle between files', () => {
	expect(circles(importedFiles(SOURCES))).toEqual([]);
});

it('no circle between folders', () => {
	expect(circles(importedFolders(SOURCES))).toEqual([]);
});

it('no node imports from the folder of another', () => {
	const others = (own: string) =>
		NODE_FOLDERS.filter((name) => name !== own).map((name) => `${name}/`);
	expect(NODE_FOLDERS.flatMap((own) => reaches(own, ...others(own)))).toEqual([]);
});

it.each([
	['schema', 'xml'],
	['xml', ''],
])('in soap, %s uses nothing above it', (folder, below) => {
	const soap = 'nodes/ProjectSettings/soap/';
	const used = reaches(soap + folder, soap).map((found) => found.split(` → ${soap}`)[1]!);
	expect(
		used.filter((name) => ![folder, below].includes(name.slice(0, name.indexOf('/')))),
	).toEqual([]);
});

it('what people read besides the data passes the redaction', () => {
	const WAYS: Array<[RegExp, string[]]> = [
		[/\.logger\b|\baddExecutionHints\(/, ['nodes/core/notices.ts', 'nodes/http/log.ts']],
		[/new NodeApiError\(/, ['nodes/http/errors.ts']],
	];
	for (const [way, allowed] of WAYS)
		expect(
			sources('nodes')
				.filter((file) => way.test(readFileSync(join(root, file), 'utf8')))
				.sort(),
		).toEqual(allowed);
});

/** The product's own names stand in errors, logs and the credential's type. */
const PRODUCT = /n8n-nodes-translation-jobs|translationJobsApi|Translation Jobs:/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
/** A call over HTTP is a request, and events have listeners: both words stay allowed. */
const RESOURCES =
	/job|requestId|provider|(?<!Event)listener|status_?update|source_?file|source_?content|support_?asset|tm_?update|translat|fmsFileId/gi;

it('no code of the transport names a resource', () => {
	const named = sources('nodes/http').flatMap((file) => {
		const code = readFileSync(join(root, file), 'utf8').replace(COMMENTS, '').replace(PRODUCT, '');
		return (code.match(RESOURCES) ?? []).map((word) => `${file}: ${word}`);
	});
	expect(named).toEqual([]);
});

it('nothing outside the transport sends anything itself', () => {
	const senders = sources('nodes').filter(
		(file) =>
			!file.startsWith('nodes/http/') &&
			/helpers\.(httpRequest|request)\w*\b/.test(readFileSync(join(root, file), 'utf8')),
	);
	expect(senders).toEqual([]);
});

it.each(['tus-js-client', 'fast-xml-parser'])('%s is imported by exactly one file', (library) => {
	expect(importersOf(library, 'nodes')).toHaveLength(1);
});

it('the sandbox and the nodes share no code', () => {
	expect(reaches('sandbox', 'nodes', 'l10n', 'credentials')).toEqual([]);
	expect(reaches('nodes', 'sandbox', 'test', 'scripts', 'bench')).toEqual([]);
});

it('the sandbox is a package of its own, and lists what it imports', () => {
	const packages = sources('sandbox')
		.flatMap(importsOf)
		.filter((name) => !name.startsWith('sandbox/') && !name.startsWith('node:'));
	expect(new Set(packages)).toEqual(new Set(Object.keys(sandboxManifest.dependencies)));
});

it('no operation is longer than 200 lines', () => {
	const long = sources('nodes').filter(
		(file) =>
			file.startsWith(OPERATIONS) &&
			dirname(dirname(file)) + '/' === OPERATIONS &&
			readFileSync(join(root, file), 'utf8').split('\n').length > 200,
	);
	expect(long).toEqual([]);
});
