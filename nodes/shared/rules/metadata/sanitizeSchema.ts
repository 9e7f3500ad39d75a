import type { Schema } from '@cfworker/json-schema';

import { isRecord } from '../isRecord';
import { longestSafeText } from './patternCost';

export interface SanitizedSchema {
	/** A tree of known size without references: safe to hand to the validator. */
	schema: Schema | boolean;
	/** What was left out, in words for people. */
	ignored: string[];
}

type Node = Record<string, unknown>;

/** Where the copy keeps the format of a field for forms; the validator does not know this keyword. */
export const FORMAT_NOTE = 'formatNote';

const DEEPEST = 32;
const MOST_NODES = 2_000;
const LONGEST_FORMATTED_TEXT = 2_000;
const SHORTEST_PROPERTY_NAME_TEST = 250;

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
// Those that the validator tests in linear time.
const FORMATS = [
	'date',
	'date-time',
	'time',
	'duration',
	'email',
	'hostname',
	'ipv4',
	'ipv6',
	'uri',
	'uuid',
];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const COUNTS = [
	'minLength',
	'maxLength',
	'minItems',
	'maxItems',
	'minProperties',
	'maxProperties',
	'minContains',
	'maxContains',
];
const ANNOTATIONS = ['title', 'description'];
const SCHEMAS = ['additionalProperties', 'propertyNames', 'additionalItems', 'items'];
const SCHEMA_LISTS = ['allOf', 'anyOf', 'prefixItems', 'items'];
const SCHEMA_MAPS = ['properties', 'dependentSchemas'];
// Leaving out a part of these would refuse what is allowed, so they go as a whole.
const EXACT_SCHEMAS = ['not', 'contains'];
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];

function isSchema(value: unknown): boolean {
	return isRecord(value) || typeof value === 'boolean';
}

function isTextList(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/**
 * Copies a provider's schema into one that can do no harm. It comes from outside, so only keywords of
 * the right type are taken over; local references are replaced by what they refer to, others are left
 * out; depth and size are limited, as are the patterns (see `longestSafeText`). What is left out makes the schema
 * more permissive, never stricter: the service validates again.
 */
class SchemaCopy {
	readonly ignored: string[] = [];
	isTooLarge = false;
	private nodes = 0;
	private readonly isLegacy: boolean;

	constructor(private readonly root: unknown) {
		const dialect = isRecord(root) && typeof root.$schema === 'string' ? root.$schema : '';
		this.isLegacy = /draft-0[3-7]/.test(dialect);
	}

	copy(node: unknown, depth = 0, open: readonly string[] = []): Schema | boolean {
		if (typeof node === 'boolean') return node;
		if (!isRecord(node)) return true;
		this.nodes += 1;
		if (depth > DEEPEST || this.nodes > MOST_NODES) {
			this.isTooLarge = true;
			return true;
		}
		if (typeof node.$ref !== 'string') return this.keywords(node, depth, open);

		const target = this.referenced(node.$ref, depth, open);
		// Up to draft 7, only the annotations beside a reference count.
		if (this.isLegacy) return isRecord(target) ? { ...target, ...annotations(node) } : target;
		const own = this.keywords(node, depth, open);
		return { ...own, allOf: [target, ...(Array.isArray(own.allOf) ? own.allOf : [])] as Schema[] };
	}

	private referenced(reference: string, depth: number, open: readonly string[]): Schema | boolean {
		const target = this.find(reference);
		if (target === undefined) {
			this.ignored.push(`the reference to ${reference}`);
			return true;
		}
		if (open.includes(reference)) {
			this.ignored.push(`the recursion of ${reference}`);
			return true;
		}
		return this.copy(target, depth + 1, [...open, reference]);
	}

	private find(reference: string): unknown {
		const root = isRecord(this.root) ? this.root : {};
		const id = String(root.$id ?? root.id ?? '').replace(/#$/, '');
		const local = id !== '' && reference.startsWith(`${id}#`) ? reference.slice(id.length) : reference;
		if (!/^#(\/|$)/.test(local)) return undefined;
		let found: unknown = root;
		for (const part of local.split('/').slice(1)) {
			if (typeof found !== 'object' || found === null) return undefined;
			const key = decodeSegment(part);
			if (!Object.hasOwn(found, key)) return undefined;
			found = (found as Node)[key];
		}
		return found;
	}

	private keywords(node: Node, depth: number, open: readonly string[]): Schema {
		const ignoredBefore = this.ignored.length;
		const child = (schema: unknown) => this.copy(schema, depth + 1, open);
		const children = (map: Node) =>
			Object.fromEntries(Object.entries(map).map(([key, schema]) => [key, child(schema)]));
		const result: Schema = { ...annotations(node), ...assertions(node) };

		for (const key of SCHEMAS) {
			if (isSchema(node[key])) result[key] = child(node[key]);
		}
		for (const key of SCHEMA_LISTS) {
			const list = node[key];
			if (Array.isArray(list) && list.length > 0) result[key] = list.map(child);
		}
		for (const key of SCHEMA_MAPS) {
			const map = node[key];
			if (isRecord(map)) result[key] = children(map);
		}
		for (const key of EXACT_SCHEMAS) this.exactly(result, node, [key], child);
		this.exactly(result, node, ['if', 'then', 'else'], child);
		if (Array.isArray(node.oneOf) && node.oneOf.length > 0 && node.oneOf.every(isSchema)) {
			const before = this.ignored.length;
			const choices = node.oneOf.map(child) as Schema[];
			if (this.ignored.length === before) result.oneOf = choices;
		}
		if (isRecord(node.dependencies)) {
			result.dependencies = Object.fromEntries(
				Object.entries(node.dependencies).map(([key, dependency]) => [
					key,
					isTextList(dependency) ? dependency : (child(dependency) as Schema),
				]),
			);
		}
		if (isRecord(node.patternProperties)) {
			this.patternProperties(result, children(node.patternProperties));
		}
		this.boundedTests(result, node);
		for (const key of UNEVALUATED) {
			if (node[key] !== undefined && this.ignored.length === ignoredBefore) result[key] = child(node[key]);
		}
		return result;
	}

	private exactly(
		result: Schema,
		node: Node,
		keys: readonly string[],
		copy: (value: unknown) => unknown,
	): void {
		const present = keys.filter((key) => node[key] !== undefined);
		if (!present.every((key) => isSchema(node[key]))) return;
		const before = this.ignored.length;
		const copies = present.map((key): [string, unknown] => [key, copy(node[key])]);
		if (this.ignored.length === before) Object.assign(result, Object.fromEntries(copies));
	}

	private patternProperties(result: Schema, schemas: Record<string, Schema | boolean>): void {
		const risky = Object.keys(schemas).filter(
			(pattern) => longestSafeText(pattern) < SHORTEST_PROPERTY_NAME_TEST,
		);
		for (const pattern of risky) {
			this.ignored.push(`the property pattern ${pattern}`);
			delete schemas[pattern];
		}
		// Without the pattern, its properties would count as additional ones.
		if (risky.length > 0) delete result.additionalProperties;
		result.patternProperties = schemas;
	}

	/** `pattern` and `format` are applied to texts up to a length only, which `if` can express. */
	private boundedTests(result: Schema, node: Node): void {
		const tests: Schema[] = [];
		if (typeof node.pattern === 'string') {
			const maxLength = longestSafeText(node.pattern);
			if (maxLength === 0) this.ignored.push(`the pattern ${node.pattern}`);
			else tests.push({ if: { maxLength }, then: { pattern: node.pattern } });
		}
		if (typeof node.format === 'string' && FORMATS.includes(node.format)) {
			result[FORMAT_NOTE] = node.format;
			tests.push({ if: { maxLength: LONGEST_FORMATTED_TEXT }, then: { format: node.format } });
		}
		if (tests.length > 0) {
			result.allOf = [...(Array.isArray(result.allOf) ? result.allOf : []), ...tests];
		}
	}
}

function decodeSegment(segment: string): string {
	let text = segment;
	try {
		text = decodeURIComponent(segment);
	} catch {
		// Not percent-encoded: the segment is meant as it is written.
	}
	return text.replace(/~1/g, '/').replace(/~0/g, '~');
}

function annotations(node: Node): Schema {
	const result: Schema = {};
	for (const key of ANNOTATIONS) if (typeof node[key] === 'string') result[key] = node[key];
	if (node.default !== undefined) result.default = node.default;
	return result;
}

function assertions(node: Node): Schema {
	const result: Schema = {};
	const types = (Array.isArray(node.type) ? node.type : [node.type]).filter((type) =>
		TYPES.includes(String(type)),
	);
	if (types.length > 0) result.type = types.length === 1 ? types[0] : types;
	if (node.const !== undefined) result.const = node.const;
	if (Array.isArray(node.enum) && node.enum.length > 0) result.enum = node.enum;
	if (isTextList(node.required)) result.required = node.required;
	if (isRecord(node.dependentRequired)) {
		result.dependentRequired = Object.fromEntries(
			Object.entries(node.dependentRequired).filter((entry): entry is [string, string[]] =>
				isTextList(entry[1]),
			),
		);
	}
	for (const key of NUMBERS) if (Number.isFinite(node[key])) result[key] = node[key];
	for (const key of COUNTS) if (Number.isInteger(node[key])) result[key] = node[key];
	if (typeof node.multipleOf === 'number' && node.multipleOf > 0) result.multipleOf = node.multipleOf;
	if (node.uniqueItems === true) result.uniqueItems = true;
	// Draft 4: a flag that turns the limit beside it into an exclusive one.
	if (node.exclusiveMinimum === true && result.minimum !== undefined) {
		result.exclusiveMinimum = result.minimum;
	}
	if (node.exclusiveMaximum === true && result.maximum !== undefined) {
		result.exclusiveMaximum = result.maximum;
	}
	return result;
}

/** A schema that is safe to use, or undefined if there is none. A schema too large to use accepts all. */
export function sanitizeSchema(schema: unknown): SanitizedSchema | undefined {
	const raw = typeof schema === 'string' ? parsed(schema) : schema;
	if (!isRecord(raw) || Object.keys(raw).length === 0) return undefined;
	const copy = new SchemaCopy(raw);
	const copied = copy.copy(raw);
	return copy.isTooLarge
		? { schema: true, ignored: ['the whole schema, which is too large or too deep'] }
		: { schema: copied, ignored: [...new Set(copy.ignored)] };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
