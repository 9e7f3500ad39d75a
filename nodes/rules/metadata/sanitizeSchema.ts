import type { Schema } from '@cfworker/json-schema';

import { isRecord, jsonIn } from '../../../l10n/json';

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
const ANNOTATIONS = [
	...allowKeywords(isText, 'title', 'description'),
	...allowKeywords(() => true, 'default'),
];
/** The keywords that are checked here, and which of their values can be used. */
const USABLE = new Map([
	...ANNOTATIONS,
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
	const usable = '$ref' in node ? new Map(ANNOTATIONS) : USABLE;
	const { ignored } = copying;
	const copy: Schema = {};
	for (const [key, value] of Object.entries(node)) {
		const before = ignored.length;
		if (usable.get(key)?.(value))
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
export function sanitizeSchema(schema: unknown): SanitizedSchema | undefined {
	const raw = typeof schema === 'string' ? jsonIn(schema) : schema;
	if (!isRecord(raw) || Object.keys(raw).length === 0) return undefined;
	const copying: Copying = { ignored: [], nodes: 0, isTooLarge: false };
	const copied = copySchema(raw, 0, copying);
	return copying.isTooLarge
		? { schema: true, ignored: ['the whole schema, which is too large or too deep'] }
		: { schema: copied, ignored: [...new Set(copying.ignored)] };
}
