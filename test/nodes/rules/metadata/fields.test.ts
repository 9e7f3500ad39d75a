import { checkMetadata } from '../../../../nodes/rules/metadata/checkMetadata';
import { fieldsToMetadata, schemaToFields } from '../../../../nodes/rules/metadata/fields';
import { refusal } from '../../../support/refusal';

const schema = {
	type: 'object',
	required: ['level', 'details'],
	properties: {
		note: {
			type: 'string',
			title: 'Note',
			description: 'Shown to the translator',
			default: 'none',
		},
		level: { type: 'integer' },
		rush: { type: ['null', 'boolean'] },
		due: { type: 'string', format: 'date' },
		at: { type: 'string', format: 'date-time' },
		tier: { enum: ['gold', 'silver', null] },
		size: { enum: [1, 2], default: 1 },
		kind: { oneOf: [{ const: 'a', title: 'Kind A' }, { const: 'b' }] },
		details: { type: 'object', title: 'Details', properties: { a: { type: 'string' } } },
		tags: { items: { type: 'string' }, default: ['x'] },
		any: true,
	},
};

describe('schemaToFields', () => {
	it('makes a flat form of a schema, required fields first', () => {
		expect(schemaToFields(schema)).toEqual([
			{ id: 'level', displayName: 'level', type: 'number', required: true },
			{ id: 'details', displayName: 'Details', type: 'object', required: true },
			{
				id: 'note',
				displayName: 'Note',
				type: 'string',
				required: false,
				description: 'Shown to the translator',
			},
			{ id: 'rush', displayName: 'rush', type: 'boolean', required: false },
			{ id: 'due', displayName: 'due', type: 'dateTime', required: false, format: 'date' },
			{ id: 'at', displayName: 'at', type: 'dateTime', required: false, format: 'date-time' },
			{
				id: 'tier',
				displayName: 'tier',
				type: 'options',
				required: false,
				options: [
					{ name: 'gold', value: 'gold' },
					{ name: 'silver', value: 'silver' },
				],
			},
			{
				id: 'size',
				displayName: 'size',
				type: 'options',
				required: false,
				options: [
					{ name: '1', value: 1 },
					{ name: '2', value: 2 },
				],
			},
			{
				id: 'kind',
				displayName: 'kind',
				type: 'options',
				required: false,
				options: [
					{ name: 'Kind A', value: 'a' },
					{ name: 'b', value: 'b' },
				],
			},
			{ id: 'tags', displayName: 'tags', type: 'array', required: false },
			{ id: 'any', displayName: 'any', type: 'string', required: false },
		]);
	});

	it('collects what allOf adds', () => {
		const combined = {
			allOf: [
				{ properties: { a: { type: 'number' } }, required: ['a'] },
				{ properties: { b: { type: 'string' } } },
			],
			properties: { c: { type: 'boolean' } },
		};
		expect(schemaToFields(combined).map(({ id, type, required }) => [id, type, required])).toEqual([
			['a', 'number', true],
			['b', 'string', false],
			['c', 'boolean', false],
		]);
	});

	it('takes the title beside a reference, which is not followed', () => {
		const titled = {
			properties: { a: { $ref: '#/definitions/n', title: 'Mine' } },
			definitions: { n: { type: 'number', title: 'Theirs' } },
		};
		expect(schemaToFields(titled)).toEqual([
			{ id: 'a', displayName: 'Mine', type: 'string', required: false },
		]);
	});

	it.each([[undefined], [null], ['x'], [{ type: 'string' }], [true]])(
		'has no fields for %j',
		(none) => {
			expect(schemaToFields(none)).toEqual([]);
		},
	);
});

describe('fieldsToMetadata', () => {
	const fields = schemaToFields(schema);

	it('turns what a form holds into what the schema wants', () => {
		const metadata = fieldsToMetadata(
			{
				level: '3',
				details: '{"a":"b"}',
				rush: 'true',
				due: '2026-12-31T10:00:00Z',
				at: '2026-12-31T12:00:00+02:00',
				size: '2',
				kind: 'a',
				tags: ['x'],
				tier: 'gold',
			},
			fields,
		);
		expect(metadata).toEqual({
			level: 3,
			details: { a: 'b' },
			rush: true,
			due: '2026-12-31',
			at: '2026-12-31T10:00:00Z',
			size: 2,
			kind: 'a',
			tags: ['x'],
			tier: 'gold',
		});
		expect(checkMetadata(metadata, schema)).toEqual([]);
	});

	it('leaves out what is empty', () => {
		expect(
			fieldsToMetadata({ level: null, details: '', note: '', rush: undefined }, fields),
		).toEqual({});
	});

	it('keeps an empty text that is required, for the schema to judge', () => {
		const required = schemaToFields({
			required: ['a'],
			properties: { a: { type: 'string', minLength: 1 } },
		});
		expect(fieldsToMetadata({ a: '' }, required)).toEqual({ a: '' });
	});

	it('passes on what has no field', () => {
		expect(fieldsToMetadata({ other: 'x' }, fields)).toEqual({ other: 'x' });
	});

	it('leaves a value that does not fit to the validation', () => {
		expect(fieldsToMetadata({ level: 'high', rush: 'maybe', size: 9 }, fields)).toEqual({
			level: 'high',
			rush: 'maybe',
			size: 9,
		});
	});

	it('keeps the day that was picked, east and west of UTC', () => {
		const fields = schemaToFields({ properties: { due: { type: 'string', format: 'date' } } });
		for (const timeZone of ['Europe/Berlin', 'America/New_York'])
			expect(fieldsToMetadata({ due: '2026-12-31T00:00:00' }, fields, { timeZone })).toEqual({
				due: '2026-12-31',
			});
	});

	it('refuses invalid JSON and dates that are none, by name', () => {
		expect(refusal(() => fieldsToMetadata({ details: '{' }, fields)).message).toMatch(
			/^Details is not valid JSON/,
		);
		expect(refusal(() => fieldsToMetadata({ details: '[]' }, fields)).message).toBe(
			'Details must be an object, but is array',
		);
		expect(refusal(() => fieldsToMetadata({ due: 'soon' }, fields)).message).toBe(
			'due: "soon" is not a date',
		);
	});

	it('sends names that objects reserve like any other', () => {
		const values = JSON.parse('{"__proto__":"x"}') as Record<string, unknown>;
		expect(JSON.stringify(fieldsToMetadata(values, []))).toBe('{"__proto__":"x"}');
	});
});
