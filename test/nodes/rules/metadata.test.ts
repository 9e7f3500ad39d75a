import { checkMetadata } from '../../../nodes/rules/metadata';
import { refusal } from '../../support/refusal';

const schema = {
	$schema: 'http://json-schema.org/draft-07/schema#',
	type: 'object',
	required: ['costCenter', 'priority'],
	additionalProperties: false,
	properties: {
		costCenter: { type: 'string', minLength: 3 },
		priority: { type: 'integer', minimum: 1, maximum: 5 },
		rush: { type: 'boolean' },
		tier: { enum: ['gold', 'silver'] },
		due: { type: 'string', format: 'date' },
		contact: {
			type: 'object',
			required: ['name'],
			properties: { name: { type: 'string' }, 'e/mail': { type: 'string' } },
		},
		tags: { type: 'array', items: { type: 'string', maxLength: 5 } },
		amount: { oneOf: [{ type: 'number' }, { type: 'string' }] },
	},
};
const valid = { costCenter: 'CC-0001', priority: 3 };

function problems(metadata: unknown, against: unknown = schema): string {
	return refusal(() => checkMetadata(metadata, against)).message.replace(
		"Extended Metadata does not fit the provider's schema: ",
		'',
	);
}

describe('checkMetadata', () => {
	it('accepts what fits, and has checked all of it', () => {
		const metadata = {
			...valid,
			rush: true,
			tier: 'gold',
			due: '2026-12-31',
			contact: { name: 'A' },
			tags: ['a'],
			amount: '5',
		};
		expect(checkMetadata(metadata, schema)).toEqual([]);
	});

	it.each([
		[{ priority: 3 }, 'costCenter is required'],
		[{}, 'costCenter is required; priority is required'],
		[{ ...valid, costCenter: 'X' }, 'costCenter is not valid: String is too short (1 < 3)'],
		[{ ...valid, priority: '3' }, 'priority must be of type integer, but is string'],
		[{ ...valid, priority: 9 }, 'priority is not valid: 9 is greater than 5'],
		[{ ...valid, tier: 'tin' }, 'tier must be one of "gold", "silver"'],
		[{ ...valid, due: '31.12.2026' }, 'due must have the format date'],
		[{ ...valid, contact: {} }, 'contact.name is required'],
		[
			{ ...valid, contact: { name: 'A', 'e/mail': 1 } },
			'contact.e/mail must be of type string, but is number',
		],
		[{ ...valid, tags: ['ok', 'too long'] }, 'tags[1] is not valid: String is too long (8 > 5)'],
		[{ ...valid, other: 1 }, 'other is not known to the provider'],
		[{ ...valid, amount: true }, 'amount must fit exactly one of the allowed forms'],
		[[], 'it must be of type object, but is array'],
	])('refuses %j', (metadata, message) => {
		expect(problems(metadata)).toBe(message);
	});

	it('names the field and how to go on', () => {
		const error = refusal(() => checkMetadata({}, schema));
		expect(error.message).toMatch(/^Extended Metadata does/);
		expect(error.description).toContain('Provider');
	});

	it('shows ten problems and counts the rest', () => {
		const required = Array.from({ length: 25 }, (_, index) => `field${index}`);
		expect(problems({}, { required })).toMatch(/field9 is required; and 15 more$/);
	});

	it('checks what goes over the wire', () => {
		const dated = {
			properties: { at: { type: 'string', format: 'date-time' }, none: { type: 'string' } },
		};
		expect(checkMetadata({ at: new Date(), none: undefined }, dated)).toEqual([]);
	});

	it('refuses metadata that cannot be written as JSON', () => {
		const circular: Record<string, unknown> = {};
		circular.self = circular;
		expect(refusal(() => checkMetadata(circular, schema)).message).toContain(
			'cannot be written as JSON',
		);
	});

	it('reads a schema given as text', () => {
		expect(problems({}, JSON.stringify({ required: ['a'] }))).toBe('a is required');
	});

	it.each([[undefined], [null], [''], ['no json'], [{}], [[]], [7]])(
		'accepts anything without a schema (%j)',
		(none) => {
			expect(checkMetadata({ any: 1 }, none)).toEqual([]);
		},
	);

	it('leaves the exclusive limits of draft 4 to the service', () => {
		const draft4 = { properties: { a: { type: 'number', minimum: 1, exclusiveMinimum: true } } };
		expect(checkMetadata({ a: 1 }, draft4)).toEqual(['the exclusiveMinimum']);
		expect(problems({ a: 0 }, draft4)).toMatch(/^a is not valid/);
	});

	it('leaves the schema as it was', () => {
		const frozen = JSON.stringify(schema);
		checkMetadata(valid, schema);
		expect(JSON.stringify(schema)).toBe(frozen);
		expect(Object.getOwnPropertyNames(schema)).not.toContain('__absolute_uri__');
	});
});

describe('a schema that would do harm', () => {
	it('is not followed to other places, and the rest still counts', () => {
		const referring = {
			required: ['a'],
			properties: {
				b: { $ref: 'https://elsewhere.example/schema.json' },
				c: { $ref: '#/$defs/text', maxLength: 1 },
			},
			$defs: { text: { type: 'string' } },
		};
		expect(checkMetadata({ a: 1, b: 2, c: 'long' }, referring)).toEqual([
			'the $ref https://elsewhere.example/schema.json',
			'the $ref #/$defs/text',
			'the maxLength',
		]);
		expect(problems({}, referring)).toBe('a is required');
	});

	it.each([
		['not', { not: { $ref: 'https://elsewhere.example/' } }],
		['oneOf', { oneOf: [{ $ref: 'https://elsewhere.example/' }, { type: 'object' }] }],
		['if', { if: { $ref: 'https://elsewhere.example/' }, then: false }],
		[
			'unevaluatedProperties',
			{ allOf: [{ $ref: 'https://elsewhere.example/' }], unevaluatedProperties: false },
		],
		['patternProperties', { patternProperties: { '(a+)+$': {} }, additionalProperties: false }],
		['an invalid not', { not: 'x' }],
		['an empty enum', { enum: [] }],
		['an empty list of types', { type: [] }],
	])('refuses nothing because of what was left out of %s', (_, partial) => {
		expect(() => checkMetadata({ aaaa: 1 }, partial)).not.toThrow();
	});

	it.each([
		['if', { if: { required: ['b'] }, then: { required: ['c'] } }, ['the if']],
		[
			'patternProperties',
			{ patternProperties: { '^b': { type: 'string' } }, additionalProperties: false },
			['the patternProperties'],
		],
		[
			'an unknown format',
			{ oneOf: [{ format: 'x-a' }, { format: 'x-b' }] },
			['the format x-a', 'the format x-b'],
		],
		[
			'a pattern',
			{ properties: { b: { type: 'string', pattern: '^(a+)+$' }, c: { pattern: 'x' } } },
			['the pattern ^(a+)+$', 'the pattern x'],
		],
	])('leaves %s to the service, and says so', (_, partial, ignored) => {
		expect(checkMetadata({ b: 'a'.repeat(50) }, partial)).toEqual(ignored);
	});

	it('may have keywords with names that objects reserve', () => {
		expect(
			checkMetadata(
				{ a: 1 },
				{ constructor: { a: 1 }, toString: 'x', properties: { a: { type: 'number' } } },
			),
		).toEqual([]);
	});

	it('may not be too large', () => {
		const large = { anyOf: Array.from({ length: 2_001 }, () => ({ type: 'string' })) };
		expect(checkMetadata({ a: 1 }, large)).toEqual([
			'the whole schema, which is too large or too deep',
		]);
	});

	it('may not be too deep', () => {
		let deep: Record<string, unknown> = { type: 'string' };
		for (let level = 0; level < 10_000; level++) deep = { properties: { a: deep } };
		expect(checkMetadata({ a: 1 }, deep)).toEqual([
			'the whole schema, which is too large or too deep',
		]);
	});

	it.each([
		{ required: 'a' },
		{ properties: null },
		{ properties: { a: null, b: 7 } },
		{ allOf: {}, anyOf: [], items: 'x' },
		{ type: 'nonsense', minimum: 'x', multipleOf: 0, maxLength: -0.5 },
		{ dependencies: { a: 7, b: [1] }, dependentRequired: { a: 'b' } },
		{ $ref: 7 },
		{ $ref: '#/%E0%A4%A' },
		JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as unknown,
	])('may be malformed: %j', (malformed) => {
		expect(() => checkMetadata({ a: 1, b: { c: [1] } }, malformed)).not.toThrow();
	});
});
