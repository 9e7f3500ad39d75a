/** Holds the layers of docs/architecture.md to what they promise. */
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

/**
 * The files that import each other, directly or through others. Types count: who reads one file
 * should not have to read all.
 */
function circles(files: readonly string[]): string[][] {
	const known = new Set(files);
	const next = (file: string) =>
		importsOf(file).flatMap(
			(name) => [`${name}.ts`, `${name}/index.ts`].find((each) => known.has(each)) ?? [],
		);
	const reached = new Map(files.map((file) => [file, new Set<string>()]));
	for (const [file, seen] of reached) {
		const open = next(file);
		for (let each = open.pop(); each !== undefined; each = open.pop()) {
			if (seen.has(each)) continue;
			seen.add(each);
			open.push(...next(each));
		}
	}
	return files
		.filter((file) => reached.get(file)!.has(file))
		.map((file) =>
			files.filter((other) => reached.get(file)!.has(other) && reached.get(other)!.has(file)),
		);
}

/** From the top: each layer may use those below it, and none above. */
const LAYERS = {
	nodes: ['nodes/Translation', 'nodes/Project'],
	form: ['nodes/shared/fields', 'nodes/shared/methods', 'nodes/shared/triggers'],
	service: ['nodes/shared/service'],
	soap: ['nodes/shared/soap'],
	transport: ['nodes/shared/transport'],
	items: ['nodes/shared/items', 'nodes/shared/concurrency', 'nodes/shared/memory'],
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

it('no circle between files', () => {
	expect(circles([...sources('nodes'), ...sources('sandbox'), ...sources('credentials')])).toEqual(
		[],
	);
});

it('no folder holds more than 15 files', () => {
	const folders = [...new Set([...sources('nodes/shared'), ...sources('sandbox')].map(dirname))];
	const crowded = folders.filter(
		(folder) =>
			readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile())
				.length > 15,
	);
	expect(crowded).toEqual([]);
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
