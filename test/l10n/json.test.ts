import { parseJson } from '../../l10n/json';
import { refusal } from '../support/refusal';

describe('parseJson', () => {
	it('reads text and data alike', () => {
		expect(parseJson('{"a":1}', 'Metadata', 'object')).toEqual({ a: 1 });
		expect(parseJson({ a: 1 }, 'Metadata', 'object')).toEqual({ a: 1 });
		expect(parseJson('[1]', 'Fields', 'array')).toEqual([1]);
		expect(parseJson('7', 'Body', 'any')).toBe(7);
	});

	it('reads past a byte order mark', () => {
		expect(parseJson('\uFEFF {"a":1}', 'Metadata', 'object')).toEqual({ a: 1 });
	});

	it('refuses what is no JSON, saying where', () => {
		const error = refusal(() => parseJson('{"a":}', 'Metadata', 'object'));
		expect(error.message).toMatch(/^Metadata is not valid JSON: .*\}/);
	});

	it.each([
		['[1]', 'object', 'Metadata must be an object, but is array'],
		['null', 'object', 'Metadata must be an object, but is null'],
		['"x"', 'object', 'Metadata must be an object, but is string'],
		['{}', 'array', 'Metadata must be a list, but is object'],
		[undefined, 'any', 'Metadata must be JSON, but is undefined'],
		[7, 'object', 'Metadata must be an object, but is number'],
		['  ', 'any', 'Metadata is empty'],
	] as const)('refuses %j as %s', (value, shape, message) => {
		expect(refusal(() => parseJson(value, 'Metadata', shape)).message).toBe(message);
	});
});
