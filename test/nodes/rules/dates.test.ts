import { DateTime } from 'luxon';

import { toDay, toDueDate, toUtcTime } from '../../../nodes/rules/dates';
import { refusal } from '../../support/refusal';

describe('toDueDate', () => {
	it.each([
		['2026-12-31T17:00:00Z', '2026-12-31T17:00:00Z'],
		['2026-12-31T17:00:00.999Z', '2026-12-31T17:00:00Z'],
		['2026-12-31T17:00:00+02:00', '2026-12-31T15:00:00Z'],
		['2026-12-31T17:00-0530', '2026-12-31T22:30:00Z'],
		['2026-12-31 17:00:00', '2026-12-31T17:00:00Z'],
		['2026-12-31', '2026-12-31T00:00:00Z'],
		['2028-02-29', '2028-02-29T00:00:00Z'],
	])('reads %s as %s', (text, expected) => {
		expect(toDueDate(text, 'Due Date')).toBe(expected);
	});

	it('reads what expressions give', () => {
		const expected = '2026-06-01T10:00:00Z';
		expect(toDueDate(new Date('2026-06-01T10:00:00.500Z'), 'Due Date')).toBe(expected);
		expect(
			toDueDate(DateTime.fromISO('2026-06-01T12:00:00+02:00', { setZone: true }), 'Due Date'),
		).toBe(expected);
		expect(toDueDate(Date.UTC(2026, 5, 1, 10), 'Due Date')).toBe(expected);
	});

	it.each([
		['2026-01-15T12:00:00', 'Europe/Berlin', '2026-01-15T11:00:00Z'],
		['2026-07-15T12:00:00', 'Europe/Berlin', '2026-07-15T10:00:00Z'],
		['2026-03-29T03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
		['2026-07-15', 'America/New_York', '2026-07-15T04:00:00Z'],
		['2026-07-15T12:00:00', 'Asia/Kolkata', '2026-07-15T06:30:00Z'],
		['2026-07-15T12:00:00Z', 'Asia/Kolkata', '2026-07-15T12:00:00Z'],
	])('reads %s in %s as %s', (text, timeZone, expected) => {
		expect(toDueDate(text, 'Due Date', { timeZone })).toBe(expected);
	});

	it.each([
		'',
		'tomorrow',
		'2026-02-30',
		'2027-02-29',
		'2026-13-01',
		'2026-01-01T24:00:00Z',
		'2026-01-01T10:60:00Z',
		'2026-01-01T10:00:00+25:00',
		'31.12.2026',
		'12/31/2026',
		'0001-01-01T00:00:00Z',
		1_700_000_000,
		Number.NaN,
		null,
		undefined,
		{},
		true,
		new Date('x'),
		DateTime.invalid('x'),
	])('refuses %p', (value) => {
		const error = refusal(() => toDueDate(value, 'Due Date'));
		expect(error.message).toMatch(/^Due Date: .* is not a date$/);
	});
});

describe('filters', () => {
	it('compare times in UTC without a zone', () => {
		expect(toUtcTime('2026-12-31T17:00:00+02:00', 'Created After')).toBe('2026-12-31T15:00:00');
	});

	it('compare days in UTC', () => {
		expect(toDay('2026-12-31T23:30:00-02:00', 'Submitted After')).toBe('2027-01-01');
	});

	it.each(['2026-12-31', '2026-12-31T00:00:00', '2026-12-31 23:59:59'])(
		'keep the day of %s, which names no zone',
		(text) => {
			for (const timeZone of ['Asia/Tokyo', 'America/Los_Angeles'])
				expect(toDay(text, 'Submitted After', { timeZone })).toBe('2026-12-31');
		},
	);

	it('take the day of the zone for a moment, so that $today and $now are today', () => {
		const today = DateTime.fromISO('2026-07-15T00:00:00', { zone: 'Europe/Berlin' });
		for (const value of [
			today,
			today.toString(),
			today.toUTC().toString(),
			today.toJSDate(),
			today.toMillis(),
		]) {
			expect(toDay(value, 'Submitted After', { timeZone: 'Europe/Berlin' })).toBe('2026-07-15');
		}
	});

	it('refuse what is no date', () => {
		expect(() => toDay('soon', 'Submitted After')).toThrow('Submitted After: "soon" is not a date');
	});
});
