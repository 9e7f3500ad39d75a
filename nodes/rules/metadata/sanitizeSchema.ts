import type { Schema } from '@cfworker/json-schema';

import { isRecord, jsonIn } from '../json';

interface SanitizedSchema {
	/** A tree of known size without references: safe to hand to the validator. */
	schema: Schema | boolean;
	/** What was left out, in words for people. */
	ignored: string[];
}

type Node = Record<string, unknown>;

const DEEPEST = 32;
const MAX_NODES = 2_000;

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
/** Those that the validator tests in linear time. */
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

const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isType = (value: unknown) => TYPES.includes(String(value));
const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;
const isSchema = (value: unknown) => isRecord(value) || isFlag(value);

const ANNOTATIONS = ['title', 'description', 'default'];
const allowKeywords = (isUsable: (value: unknown) => boolean, ...names: string[]) =>
	names.map((name) => [name, isUsable] as const);
/** The keywords that are checked here, and which of their values can be used. */
const USABLE = new Map([
	...allowKeywords(isText, 'title', 'description'),
	...allowKeywords(() => true, 'default', 'const'),
	...allowKeywords((value) => isType(value) || (isList(value) && value.every(isType)), 'type'),
	...allowKeywords((value) => Array.isArray(value) && value.every(isText), 'required'),
	...allowKeywords((value) => FORMATS.includes(String(value)), 'format'),
	...allowKeywords((value) => isText(value) && longestSafeText(String(value)) > 0, 'pattern'),
	...allowKeywords((value) => Number.isFinite(value) && Number(value) > 0, 'multipleOf'),
	...allowKeywords(Number.isFinite, 'minimum', 'maximum'),
	...allowKeywords(
		(value) => Number.isFinite(value) || isFlag(value),
		'exclusiveMinimum',
		'exclusiveMaximum',
	),
	...allowKeywords(Number.isInteger, 'minLength', 'maxLength', 'minItems', 'maxItems'),
	...allowKeywords(Number.isInteger, 'minProperties', 'maxProperties'),
	...allowKeywords(isFlag, 'uniqueItems'),
	...allowKeywords(isRecord, 'properties'),
	...allowKeywords(isSchema, 'additionalProperties', 'additionalItems'),
	...allowKeywords((value) => isSchema(value) || isList(value), 'items'),
	...allowKeywords(isList, 'enum', 'prefixItems', 'allOf', 'anyOf', 'oneOf'),
]);
const HOLDS_SCHEMAS = /^(properties|items|prefixItems|additional.*|...Of)$/;
/**
 * Left to the service: rare, and a part of them that was left out could refuse what is allowed.
 */
const NOT_CHECKED =
	/^(not|if|contains|patternProperties|propertyNames|unevaluated.*|dependen.*|\$(recursive|dynamic)Ref)$/;

/** The names in a JSON pointer. */
export const segmentsOf = (pointer: string): string[] =>
	pointer
		.split('/')
		.slice(1)
		.map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'));

export const valueAt = (root: unknown, segments: readonly string[]): unknown =>
	segments.reduce<unknown>(
		(value, key) =>
			typeof value === 'object' && value !== null && Object.hasOwn(value, key)
				? (value as Node)[key]
				: undefined,
		root,
	);

/**
 * Copies a provider's schema into one that can do no harm. It comes from outside, so only known
 * keywords with usable values are taken over, references are replaced by what they refer to, and
 * the size is limited. What is left out makes the schema more permissive, never stricter: the
 * service validates again.
 */
class SchemaCopy {
	readonly ignored: string[] = [];
	isTooLarge = false;
	private nodes = 0;

	constructor(private readonly root: Node) {}

	/** `way` holds the references that led here, and an empty text for each other step. */
	copy(node: unknown, way: readonly string[] = []): Schema | boolean {
		if (!isRecord(node)) return node !== false;
		this.nodes += 1;
		this.isTooLarge ||= this.nodes > MAX_NODES || way.length > DEEPEST;
		if (this.isTooLarge) return true;
		const { $ref } = node;
		if (typeof $ref !== 'string') return this.keywords(node, [...way, '']);
		const target = this.find($ref);
		if (target === undefined || way.includes($ref)) {
			this.ignored.push(`the ${target === undefined ? 'reference to' : 'recursion of'} ${$ref}`);
			return true;
		}
		const copied = this.copy(target, [...way, $ref]);
		// Whether what stands beside a reference counts depends on the draft: without it, nothing is
		// refused wrongly.
		const besides = Object.keys(node).filter(
			(key) => USABLE.has(key) && !ANNOTATIONS.includes(key),
		);
		this.ignored.push(...besides.map((key) => `the keyword ${key} beside ${$ref}`));
		const own = Object.entries(node).filter(([key]) => ANNOTATIONS.includes(key));
		return isRecord(copied)
			? { ...copied, ...this.keywords(Object.fromEntries(own), way) }
			: copied;
	}

	private find(reference: string): unknown {
		const [document, pointer = '-'] = reference.split('#');
		const isOwn =
			document === '' || document === String(this.root.$id ?? this.root.id).replace(/#$/, '');
		if (!isOwn || !/^(\/|$)/.test(pointer)) return undefined;
		return valueAt(this.root, segmentsOf(pointer));
	}

	private keywords(node: Node, way: readonly string[]): Schema {
		const result: Schema = {};
		for (const [key, value] of Object.entries(node)) {
			const before = this.ignored.length;
			if (USABLE.get(key)?.(value))
				result[key] = HOLDS_SCHEMAS.test(key) ? this.inner(key, value, way) : value;
			else if (isText(value) && USABLE.has(key)) this.ignored.push(`the ${key} ${String(value)}`);
			else if (USABLE.has(key) || NOT_CHECKED.test(key)) this.ignored.push(`the keyword ${key}`);
			// Of several forms that were cut, more than one might fit.
			if (key === 'oneOf' && this.ignored.length > before) delete result.oneOf;
		}
		// Without the patterns, their properties would count as additional ones.
		if ('patternProperties' in node) delete result.additionalProperties;
		return adapted(result);
	}

	private inner(key: string, value: unknown, way: readonly string[]): unknown {
		if (Array.isArray(value)) return value.map((entry) => this.copy(entry, way));
		if (key !== 'properties') return this.copy(value, way);
		return Object.fromEntries(
			Object.entries(value as Node).map(([name, schema]) => [name, this.copy(schema, way)]),
		);
	}
}

function adapted({ pattern, exclusiveMinimum, exclusiveMaximum, ...schema }: Schema): Schema {
	// Draft 4: a flag that turns the limit beside it into an exclusive one.
	const limits = [
		[
			'exclusiveMinimum',
			isFlag(exclusiveMinimum) ? exclusiveMinimum && schema.minimum : exclusiveMinimum,
		],
		[
			'exclusiveMaximum',
			isFlag(exclusiveMaximum) ? exclusiveMaximum && schema.maximum : exclusiveMaximum,
		],
	];
	const result: Schema = {
		...schema,
		...Object.fromEntries(limits.filter(([, limit]) => Number.isFinite(limit))),
	};
	if (pattern === undefined) return result;
	// Applied to texts up to a length only, which `if` can express.
	const test: Schema = { if: { maxLength: longestSafeText(pattern) }, then: { pattern } };
	return { ...result, allOf: [...(schema.allOf ?? []), test] };
}

/**
 * A schema that is safe to use, or undefined if there is none. A schema too large to use accepts
 * all.
 */
export function sanitizeSchema(schema: unknown): SanitizedSchema | undefined {
	const raw = typeof schema === 'string' ? jsonIn(schema) : schema;
	if (!isRecord(raw) || Object.keys(raw).length === 0) return undefined;
	const copy = new SchemaCopy(raw);
	const copied = copy.copy(raw);
	return copy.isTooLarge
		? { schema: true, ignored: ['the whole schema, which is too large or too deep'] }
		: { schema: copied, ignored: [...new Set(copy.ignored)] };
}

const MAX_STEPS = 1_000_000;
const MAX_TEXT_LENGTH = 10_000;
const MAX_PATTERN_LENGTH = 1_000;
const MAX_COPIES = 8;
const MAX_REPEATS = 1_000;
const MAX_CHOICES = 10;

const ESCAPE_OR_CLASS = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]/g;
const GROUP_PREFIX = /\(\?(?:<?[=!]|:|<[^>]*>)/g;
const QUANTIFIER = /([*+?]|\{(\d+)(,?)(\d*)\})\??/g;

/**
 * The length up to which a foreign pattern can be tested in bounded time; 0 if it should not be
 * used. JavaScript's engine backtracks: `(a+)+$` on forty letters can block n8n for hours. So a
 * group may repeat a fixed number of times only, and the ways to match, at most `choices` ×
 * length^`loops`, are limited.
 */
export function longestSafeText(pattern: string): number {
	if (pattern.length > MAX_PATTERN_LENGTH || /\\[1-9k]/.test(pattern) || !isPattern(pattern))
		return 0;
	const bare = pattern.replace(ESCAPE_OR_CLASS, 'x').replace(GROUP_PREFIX, '(');
	const bars = bare.split('|').length - 1;
	const groups = bare.split('(').length;
	let choices = (bars / groups + 1) ** groups;
	let loops = 0;
	let copies = 1;
	for (const { index, 1: sign, 2: least, 3: comma, 4: most } of bare.matchAll(QUANTIFIER)) {
		const isOnGroup = bare[index - 1] === ')';
		const span = most ? Number(most) - Number(least) + 1 : Infinity;
		if (sign === '?') choices *= 2;
		else if (comma === '' && isOnGroup) copies *= Math.max(1, Number(least));
		else if (comma === '' ? Number(least) > MAX_REPEATS : isOnGroup) return 0;
		else if (comma !== '' && span <= MAX_CHOICES) choices *= span;
		else if (comma !== '') loops += 1;
	}
	const steps = MAX_STEPS / choices ** copies;
	if (copies > MAX_COPIES || steps < 1) return 0;
	const isAnchored = pattern.startsWith('^') && bars === 0;
	const power = loops * copies + (isAnchored ? 0 : 1);
	return power === 0
		? MAX_TEXT_LENGTH
		: Math.min(MAX_TEXT_LENGTH, Math.floor(steps ** (1 / power) + 1e-9));
}

function isPattern(pattern: string): boolean {
	try {
		return new RegExp(pattern, 'u').unicode;
	} catch {
		return false;
	}
}
