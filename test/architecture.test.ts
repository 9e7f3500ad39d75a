/** Holds the layers of docs/internals/architecture.md to what they promise. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(__dirname, '..');

const sources = (folder: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
		.map((file) => join(folder, file));

function importsOf(file: string): string[] {
	const text = readFileSync(join(root, file), 'utf8');
	const specifiers = [
		...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)|\brequire\('([^']+)'\)/g),
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

/** A folder and its subfolders count as any two. */
function importedFolders(files: readonly string[]): Map<string, string[]> {
	const folders = new Map<string, string[]>();
	for (const [file, imported] of importedFiles(files)) {
		const own = dirname(file);
		const others = imported.map(dirname).filter((folder) => folder !== own);
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
	form: ['nodes/shared/fields', 'nodes/shared/methods', 'nodes/shared/triggers'],
	service: ['nodes/shared/service'],
	soap: ['nodes/shared/soap'],
	transport: ['nodes/shared/transport'],
	items: [
		'nodes/shared/items',
		'nodes/shared/notices',
		'nodes/shared/concurrency',
		'nodes/shared/memory',
	],
	rules: ['nodes/shared/rules'],
};
const ORDER = Object.values(LAYERS);

it.each(Object.keys(LAYERS))('the layer "%s" uses only what lies below it', (name) => {
	const level = Object.keys(LAYERS).indexOf(name);
	const above = ORDER.slice(0, level).flat();
	const folders = readdirSync(join(root, 'nodes'), { withFileTypes: true })
		.filter((entry) => entry.name !== 'shared')
		.map((entry) => `nodes/${entry.name}`);
	const own = name === 'nodes' ? folders : ORDER[level]!;
	expect(own.flatMap((folder) => reaches(folder, ...above))).toEqual([]);
});

const SOURCES = [...sources('nodes'), ...sources('sandbox'), ...sources('credentials')];

it('no circle between files', () => {
	expect(circles(importedFiles(SOURCES))).toEqual([]);
});

it('no circle between folders', () => {
	expect(circles(importedFolders(SOURCES))).toEqual([]);
});

it('no node imports from the folder of another', () => {
	const nodes = readdirSync(join(root, 'nodes')).filter((name) => name !== 'shared');
	const others = (own: string) => nodes.filter((name) => name !== own);
	expect(
		nodes.flatMap((own) => reaches(`nodes/${own}`, ...others(own).map((name) => `nodes/${name}/`))),
	).toEqual([]);
});

it.each([
	['schema', 'xml'],
	['xml', ''],
])('in soap, %s uses nothing above it', (folder, below) => {
	const soap = 'nodes/shared/soap/';
	const used = reaches(soap + folder, soap).map((found) => found.split(` → ${soap}`)[1]!);
	expect(
		used.filter((name) => ![folder, below].includes(name.slice(0, name.indexOf('/')))),
	).toEqual([]);
});

it('no folder holds more than 15 files', () => {
	const folders = ['nodes', 'sandbox', 'scripts'].flatMap((folder) => [
		folder,
		...readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map((entry) => relative(root, join(entry.parentPath, entry.name))),
	]);
	const crowded = folders.filter(
		(folder) =>
			readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile())
				.length > 15,
	);
	expect(crowded).toEqual([]);
});

it('what people read besides the data passes the redaction', () => {
	const WAYS: Array<[RegExp, string[]]> = [
		[
			/\.logger\b|\baddExecutionHints\(/,
			['nodes/shared/notices/notices.ts', 'nodes/shared/transport/pipeline/log.ts'],
		],
		[/new NodeApiError\(/, ['nodes/shared/transport/pipeline/errors.ts']],
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
	const named = sources('nodes/shared/transport').flatMap((file) => {
		const code = readFileSync(join(root, file), 'utf8').replace(COMMENTS, '').replace(PRODUCT, '');
		return (code.match(RESOURCES) ?? []).map((word) => `${file}: ${word}`);
	});
	expect(named).toEqual([]);
});

it('nothing outside the transport sends anything itself', () => {
	const senders = sources('nodes').filter(
		(file) =>
			!file.startsWith('nodes/shared/transport/') &&
			/helpers\.(httpRequest|request)\w*\b/.test(readFileSync(join(root, file), 'utf8')),
	);
	expect(senders).toEqual([]);
});

it.each(['tus-js-client', 'fast-xml-parser'])('%s is imported by exactly one file', (library) => {
	expect(importersOf(library, 'nodes')).toHaveLength(1);
});

it('the sandbox and the nodes share no code', () => {
	expect(reaches('sandbox', 'nodes', 'credentials')).toEqual([]);
	expect(reaches('nodes', 'sandbox', 'test', 'scripts', 'bench')).toEqual([]);
});

it('no operation is longer than 200 lines', () => {
	const long = sources('nodes').filter(
		(file) =>
			file.endsWith('.operation.ts') &&
			readFileSync(join(root, file), 'utf8').split('\n').length > 200,
	);
	expect(long).toEqual([]);
});
