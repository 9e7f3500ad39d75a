/** What the operations return, as n8n's editor reads it: JSON files beside the node. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const FOLDER = join(__dirname, '../../nodes/TranslationJobs/__schema__/v1.0.0');

export interface Schema {
	type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
	properties?: Record<string, Schema>;
	items?: Schema;
	/** Of the file. */
	version?: number;
}

/** The service's own spelling of fields that are announced under another name. */
const ALIASES: Record<string, string> = {
	status: 'statusCode',
	estArchivalDate: 'estimatedArchivalDate',
	sourcecontentId: 'sourceContentId',
	ExtendedMetadataSchema: 'extendedMetadataSchema',
	id: 'providerId',
	name: 'providerName',
};
/** Their keys are data. */
const ANYTHING = [
	...['content', 'entry', 'labels', 'aggregateRequests'],
	...['extendedMetadata', 'extendedMetadataSchema'],
];

const NOTHING_KNOWN: Schema = { type: 'object', properties: {} };

/** Undefined for null, which may stand for anything. */
export function schemaOf(value: unknown): Schema | undefined {
	if (Array.isArray(value)) {
		const items = value.map(schemaOf).reduce(merged, undefined) ?? NOTHING_KNOWN;
		return { type: 'array', items };
	}
	if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
	if (typeof value === 'string' || typeof value === 'boolean')
		return { type: typeof value as 'string' | 'boolean' };
	if (typeof value !== 'object' || value === null) return undefined;
	const properties: Record<string, Schema> = {};
	for (const [name, each] of Object.entries(value)) {
		if (ALIASES[name] !== undefined && ALIASES[name] in value) continue;
		const schema = schemaOf(each);
		if (schema) properties[name] = ANYTHING.includes(name) ? NOTHING_KNOWN : schema;
	}
	return { type: 'object', properties };
}

/** What either announces. A number with a fraction makes all numbers of its field such. */
export function merged(one: Schema | undefined, other: Schema | undefined): Schema | undefined {
	if (!one || !other) return one ?? other;
	if (one.type !== other.type) {
		const numbers = [one, other].every(({ type }) => ['integer', 'number'].includes(type));
		return numbers ? { type: 'number' } : isDeepStrictEqual(one, NOTHING_KNOWN) ? other : one;
	}
	if (one.type === 'array') return { ...one, items: merged(one.items, other.items) };
	if (one.type !== 'object') return one;
	const properties = { ...one.properties };
	for (const [name, each] of Object.entries(other.properties ?? {}))
		properties[name] = merged(properties[name], each)!;
	return { ...one, properties };
}

/** By `resource/operation`. */
export function readOutputSchemas(): Map<string, Schema> {
	const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
	return new Map(
		files
			.filter((file) => file.endsWith('.json'))
			.map((file) => [
				file.replace('.json', ''),
				JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Schema,
			]),
	);
}

export function writeOutputSchemas(schemas: ReadonlyMap<string, Schema>): void {
	rmSync(FOLDER, { recursive: true, force: true });
	for (const [operation, schema] of schemas) {
		const file = join(FOLDER, `${operation}.json`);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify({ ...schema, version: 1 }, null, 2)}\n`);
	}
}
