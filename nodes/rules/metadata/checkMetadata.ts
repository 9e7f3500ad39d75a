import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';

import { InvalidInput } from '../../../l10n/invalidInput';
import { sanitizeSchema } from './sanitizeSchema';

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

/**
 * Checks metadata against the schema of a provider, if there is one. Runs no code and no pattern
 * from it and follows no reference. Returns what it did not check; the service checks everything
 * again.
 */
export function checkMetadata(
	metadata: unknown,
	schema: unknown,
	field = 'Extended Metadata',
): string[] {
	const guarded = sanitizeSchema(schema);
	if (guarded === undefined) return [];
	const instance = asJson(metadata);
	if (instance === undefined) {
		throw new InvalidInput(
			`${field} cannot be written as JSON`,
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
				`${field} is missing, and the provider needs it: ${shown}${more}`,
				`Enter these fields under "${field}". In Send for Translation it is one of the options.`,
			);
		throw new InvalidInput(
			`${field} does not fit the provider's schema: ${shown}${more}`,
			'Correct these values. The operation Get of the resource Provider shows the whole schema.',
		);
	}
	return guarded.ignored;
}
