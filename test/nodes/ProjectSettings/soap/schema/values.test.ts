import { formatValue, readValue } from '../../../../../nodes/ProjectSettings/soap/schema/values';

const type = (base: string, enumeration: string[] = []) => ({
	kind: 'simple' as const,
	base,
	enumeration,
});

it.each<[string, unknown, string]>([
	['boolean', true, 'true'],
	['boolean', '0', 'false'],
	['int', 42, '42'],
	['int', ' 42 ', '42'],
	['long', '9223372036854775807', '9223372036854775807'],
	['decimal', 0.1, '0.1'],
	['decimal', 1e-7, '0.0000001'],
	['decimal', '-12.50E-1', '-1.25'],
	['decimal', '.5e+1', '5'],
	['decimal', '0e-5', '0'],
	['decimal', 1e21, '1000000000000000000000'],
	['decimal', '1.50', '1.50'],
	['double', 1e-7, '1e-7'],
	['double', '1e3', '1e3'],
	['dateTime', '2026-05-01T10:00:00+02:00', '2026-05-01T10:00:00+02:00'],
	['dateTime', '2026-05-01T10:00Z', '2026-05-01T10:00:00Z'],
	['dateTime', '2026-05-01', '2026-05-01T00:00:00'],
	['dateTime', new Date(0), '1970-01-01T00:00:00.000Z'],
	['dateTime', { toISO: () => '2026-05-01T10:00:00.000+02:00' }, '2026-05-01T10:00:00.000+02:00'],
	['date', '2026-05-01T10:00:00', '2026-05-01'],
	['string', 7, '7'],
	['string', ' x ', ' x '],
])('writes a %s: %j', (base, value, text) => {
	expect(formatValue(type(base), value, 'Field')).toBe(text);
});

it.each<[string, unknown]>([
	['boolean', 'yes'],
	['int', 1.5],
	['int', ''],
	['decimal', 'NaN'],
	['decimal', '1,5'],
	['decimal', '1e9999'],
	['dateTime', 'tomorrow'],
	['dateTime', '2026-13-01'],
	['date', 20260501],
	['string', { a: 1 }],
])('refuses as a %s: %j', (base, value) => {
	expect(() => formatValue(type(base), value, 'Field')).toThrow('"Field" must be');
});

it.each<[string, string, unknown]>([
	['boolean', ' 1 ', true],
	['boolean', 'maybe', 'maybe'],
	['int', '007', 7],
	['long', '9223372036854775807', '9223372036854775807'],
	['decimal', '0.10', 0.1],
	['decimal', '0.1234567890123456789', '0.1234567890123456789'],
	['double', 'INF', 'INF'],
	['int', '', ''],
	['dateTime', ' 2026-05-01T10:00:00 ', '2026-05-01T10:00:00'],
	['string', ' 7 ', ' 7 '],
])('reads a %s: %j', (base, text, value) => {
	expect(readValue(type(base), text)).toBe(value);
});
