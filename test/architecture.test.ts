/** Holds the layers of docs/architecture.md to what they promise. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(__dirname, '..');

const sources = (folder: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
		.map((file) => join(folder, file));

function importsOf(file: string): string[] {
	const text = readFileSync(join(root, file), 'utf8');
	const specifiers = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)|\brequire\('([^']+)'\)/g)].map((match) => match[1] ?? match[2] ?? match[3]!);
	return specifiers.map((name) => (name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name));
}

function importersOf(name: string, folder: string): string[] {
	return sources(folder).filter((file) => importsOf(file).includes(name));
}

const reaches = (folder: string, ...forbidden: string[]) =>
	sources(folder).flatMap((file) => importsOf(file).filter((name) => forbidden.some((prefix) => name.startsWith(prefix))).map((name) => `${file} → ${name}`));

test('rules know nothing but rules', () => {
	expect(reaches('nodes/shared/rules', 'nodes/shared/service', 'nodes/shared/transport', 'nodes/shared/triggers', 'nodes/shared/fields', 'nodes/Translation', 'nodes/Project')).toEqual([]);
});

test('the transport knows no job', () => {
	expect(reaches('nodes/shared/transport', 'nodes/shared/service', 'nodes/shared/triggers', 'nodes/shared/fields', 'nodes/Translation', 'nodes/Project')).toEqual([]);
});

/** The product's own names stand in errors, logs and the credential's type. */
const PRODUCT = /n8n-nodes-translation-jobs|translationJobsApi|Translation Jobs:/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
/** A call over HTTP is a request, and events have listeners: both words stay allowed. */
const RESOURCES = /job|requestId|provider|(?<!Event)listener|status_?update|source_?file|source_?content|support_?asset|tm_?update|translat|fmsFileId/gi;

test('no code of the transport names a resource', () => {
	const named = sources('nodes/shared/transport').flatMap((file) => {
		const code = readFileSync(join(root, file), 'utf8').replace(COMMENTS, '').replace(PRODUCT, '');
		return (code.match(RESOURCES) ?? []).map((word) => `${file}: ${word}`);
	});
	expect(named).toEqual([]);
});

test('the service knows no node', () => {
	expect(reaches('nodes/shared/service', 'nodes/shared/triggers', 'nodes/shared/fields', 'nodes/Translation', 'nodes/Project')).toEqual([]);
});

test('nothing outside the transport sends anything itself', () => {
	const senders = sources('nodes').filter((file) => !file.startsWith('nodes/shared/transport/') && /helpers\.(httpRequest|request)\w*\b/.test(readFileSync(join(root, file), 'utf8')));
	expect(senders).toEqual([]);
});

test.each(['tus-js-client', 'fast-xml-parser'])('%s is imported by exactly one file', (library) => {
	expect(importersOf(library, 'nodes')).toHaveLength(1);
});

test('the sandbox and the nodes share no code', () => {
	expect(reaches('sandbox', 'nodes', 'credentials')).toEqual([]);
	expect(reaches('nodes', 'sandbox', 'test', 'scripts', 'bench')).toEqual([]);
});

test('no operation is longer than 200 lines', () => {
	const long = sources('nodes').filter((file) => file.endsWith('.operation.ts') && readFileSync(join(root, file), 'utf8').split('\n').length > 200);
	expect(long).toEqual([]);
});
