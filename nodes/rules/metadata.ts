/**
 * Checks metadata against the JSON schema of a provider. A foreign schema is copied, keyword by
 * keyword: it runs no code and no pattern, and is followed to no other place.
 */
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';

import { InvalidInput } from '../../l10n/invalidInput';
import { isRecord, jsonIn } from '../../l10n/json';

const FIELD = 'Extended Metadata';
const PROBLEMS_SHOWN = 10;
const MAX_DETAIL_LENGTH = 200;

// These only say that something below them is wrong.
const SUMMARIES = new Set([
	'properties',
	'additionalProperties',
	'items',
	'prefixItems',
	'additionalItems',
	'allOf',
]);
const CHOICES = new Set(['anyOf', 'oneOf']);

function pathOf(segments: readonly string[]): string {
	return segments
		.map((segment, index) =>
			/^\d+$/.test(segment) ? `[${segment}]` : `${index === 0 ? '' : '.'}${segment}`,
		)
		.join('');
}

function listValues(values: unknown): string {
	const text = (Array.isArray(values) ? values : [values])
		.map((value) => JSON.stringify(value))
		.join(', ');
	return text.length <= MAX_DETAIL_LENGTH ? text : `${text.slice(0, MAX_DETAIL_LENGTH)}…`;
}

/** The names in a JSON pointer. The validator also encodes what it names. */
const segmentsIn = (pointer: string): string[] =>
	pointer
		.split('/')
		.slice(1)
		.map((segment) => decodeURIComponent(segment.replace(/~1/g, '/').replace(/~0/g, '~')));

const valueAt = (root: unknown, segments: readonly string[]): unknown =>
	segments.reduce<unknown>(
		(value, key) =>
			typeof value === 'object' && value !== null && Object.hasOwn(value, key)
				? (value as Record<string, unknown>)[key]
				: undefined,
		root,
	);

function describe(problem: OutputUnit, schema: Schema | boolean): string {
	const segments = segmentsIn(problem.instanceLocation);
	const value = valueAt(schema, segmentsIn(problem.keywordLocation));
	const at = (path: readonly string[], what: string) => `${pathOf(path) || 'it'} ${what}`;
	switch (problem.keyword) {
		case 'required': {
			const missing = /required property "(.*)"\.$/s.exec(problem.error)?.[1] ?? '';
			return at([...segments, missing], 'is required');
		}
		case 'false':
			return at(segments, 'is not known to the provider');
		case 'type': {
			const actual = /^Instance type "(\w+)"/.exec(problem.error)?.[1] ?? 'something else';
			const wanted = (Array.isArray(value) ? value : [value]).join(' or ');
			return at(segments, `must be of type ${wanted}, but is ${actual}`);
		}
		case 'enum':
			return at(segments, `must be one of ${listValues(value)}`);
		case 'const':
			return at(segments, `must be ${listValues(value)}`);
		case 'format':
			return at(segments, `must have the format ${String(value)}`);
		case 'anyOf':
			return at(segments, 'fits none of the allowed forms');
		case 'oneOf':
			return at(segments, 'must fit exactly one of the allowed forms');
		default:
			return `${at(segments, 'is not valid')}: ${problem.error.replace(/\.$/, '')}`;
	}
}

function problemsOf(errors: readonly OutputUnit[], schema: Schema | boolean): string[] {
	const choices = errors.filter((error) => CHOICES.has(error.keyword));
	const specific = errors.filter(
		(error) =>
			!SUMMARIES.has(error.keyword) &&
			!choices.some((choice) => error.keywordLocation.startsWith(`${choice.keywordLocation}/`)),
	);
	return [...new Set(specific.map((error) => describe(error, schema)))];
}

/** As it is sent: dates become text, and undefined values disappear. */
function asJson(metadata: unknown): unknown {
	try {
		return JSON.parse(JSON.stringify(metadata ?? {}));
	} catch {
		return undefined;
	}
}

/** Returns what it did not check; the service checks everything again. */
export function checkMetadata(metadata: unknown, schema: unknown): string[] {
	const guarded = sanitizeSchema(schema);
	if (guarded === undefined) return [];
	const instance = asJson(metadata);
	if (instance === undefined) {
		throw new InvalidInput(
			`${FIELD} cannot be written as JSON`,
			'Check where the value comes from: it refers to itself, or contains something that JSON cannot represent.',
		);
	}

	let errors: OutputUnit[];
	try {
		errors = new Validator(guarded.schema as Schema, '2019-09', false).validate(instance).errors;
	} catch {
		return [...guarded.ignored, 'the whole schema, which cannot be applied'];
	}

	if (errors.length > 0) {
		const problems = problemsOf(errors, guarded.schema);
		const shown = problems.slice(0, PROBLEMS_SHOWN).join('; ');
		const more =
			problems.length > PROBLEMS_SHOWN ? `; and ${problems.length - PROBLEMS_SHOWN} more` : '';
		if (metadata === undefined || metadata === null)
			throw new InvalidInput(
				`${FIELD} is missing, and the provider needs it: ${shown}${more}`,
				`Enter these fields under "${FIELD}". In Send for Translation it is one of the options.`,
			);
		throw new InvalidInput(
			`${FIELD} does not fit the provider's schema: ${shown}${more}`,
			'Correct these values. The operation Get of the resource Provider shows the whole schema.',
		);
	}
	return guarded.ignored;
}

interface SanitizedSchema {
	/** A tree of known size without references or patterns: safe to hand to the validator. */
	schema: Schema | boolean;
	/** What was left out, in words for people. */
	ignored: string[];
}

const DEEPEST = 32;
const MAX_NODES = 2_000;
const MAX_QUOTED = 100;

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

const allowKeywords = (isUsable: (value: unknown) => boolean, ...names: string[]) =>
	names.map((name) => [name, isUsable] as const);
/** The keywords that are checked here, and which of their values can be used. */
const USABLE = new Map([
	...allowKeywords(() => true, 'const'),
	...allowKeywords((value) => isType(value) || (isList(value) && value.every(isType)), 'type'),
	...allowKeywords((value) => Array.isArray(value) && value.every(isText), 'required'),
	...allowKeywords((value) => FORMATS.includes(String(value)), 'format'),
	...allowKeywords((value) => Number.isFinite(value) && Number(value) > 0, 'multipleOf'),
	...allowKeywords(Number.isFinite, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
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
 * Left to the service: rare, or a part of them that was left out could refuse what is allowed. A
 * pattern of somebody else's can block n8n for hours.
 */
const NOT_CHECKED =
	/^(pattern|not|if|contains|patternProperties|propertyNames|unevaluated.*|dependen.*|\$(ref|recursiveRef|dynamicRef))$/;

interface Copying {
	ignored: string[];
	nodes: number;
	isTooLarge: boolean;
}

/**
 * Copies a provider's schema into one that can do no harm: known keywords with usable values, up to
 * a size. What is left out makes the schema more permissive, never stricter: the service validates
 * again.
 */
function copySchema(node: unknown, depth: number, copying: Copying): Schema | boolean {
	if (!isRecord(node)) return node !== false;
	copying.nodes += 1;
	copying.isTooLarge ||= copying.nodes > MAX_NODES || depth > DEEPEST;
	if (copying.isTooLarge) return true;
	// Whether what stands beside a reference counts depends on the draft.
	const isReference = '$ref' in node;
	const { ignored } = copying;
	const copy: Schema = {};
	for (const [key, value] of Object.entries(node)) {
		const before = ignored.length;
		if (!isReference && USABLE.get(key)?.(value))
			copy[key] = HOLDS_SCHEMAS.test(key) ? copyInner(key, value, depth + 1, copying) : value;
		else if (USABLE.has(key) || NOT_CHECKED.test(key))
			ignored.push(`the ${key}${isText(value) ? ` ${String(value).slice(0, MAX_QUOTED)}` : ''}`);
		// Of several forms that were cut, more than one might fit.
		if (key === 'oneOf' && ignored.length > before) delete copy.oneOf;
	}
	// Without the patterns, their properties would count as additional ones.
	if ('patternProperties' in node) delete copy.additionalProperties;
	return copy;
}

function copyInner(key: string, value: unknown, depth: number, copying: Copying): unknown {
	if (Array.isArray(value)) return value.map((entry) => copySchema(entry, depth, copying));
	if (key !== 'properties') return copySchema(value, depth, copying);
	return Object.fromEntries(
		Object.entries(value as object).map(([name, inner]) => [
			name,
			copySchema(inner, depth, copying),
		]),
	);
}

/**
 * A schema that is safe to use, or undefined if there is none. A schema too large to use accepts
 * all.
 */
function sanitizeSchema(schema: unknown): SanitizedSchema | undefined {
	const raw = typeof schema === 'string' ? jsonIn(schema) : schema;
	if (!isRecord(raw) || Object.keys(raw).length === 0) return undefined;
	const copying: Copying = { ignored: [], nodes: 0, isTooLarge: false };
	const copied = copySchema(raw, 0, copying);
	return copying.isTooLarge
		? { schema: true, ignored: ['the whole schema, which is too large or too deep'] }
		: { schema: copied, ignored: [...new Set(copying.ignored)] };
}
