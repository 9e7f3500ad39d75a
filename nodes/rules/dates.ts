import { InvalidInput } from './invalidInput';
import { formatSeconds, parseIsoTime } from './isoTime';

export interface DateOptions {
	/** Zone for dates without one, e.g. that of the workflow; UTC by default. */
	timeZone?: string;
}

// A smaller number is seconds rather than milliseconds, or not a time at all.
const EARLIEST_MILLISECONDS = 100_000_000_000;
const EARLIEST_YEAR = 1900;
const LATEST_YEAR = 9999;

function notADate(value: unknown, field: string): InvalidInput {
	const shown = typeof value === 'string' ? `"${value}"` : String(value);
	return new InvalidInput(
		`${field}: ${shown} is not a date`,
		'Use the form 2026-12-31 or 2026-12-31T17:00:00Z, or a date from an expression such as {{ $now }}.',
		field,
	);
}

/** The offset of a zone from UTC at an instant. */
function zoneOffsetSeconds(utcSeconds: number, timeZone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	}).formatToParts(new Date(utcSeconds * 1000));
	const part = (type: Intl.DateTimeFormatPartTypes) =>
		Number(parts.find((candidate) => candidate.type === type)?.value);
	const local = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return local / 1000 - Math.floor(utcSeconds);
}

function fromLocal(localSeconds: number, timeZone: string): number {
	const guess = localSeconds - zoneOffsetSeconds(localSeconds, timeZone);
	// The offsets differ if the clocks change between the two instants.
	return localSeconds - zoneOffsetSeconds(guess, timeZone);
}

function isDateTime(value: unknown): value is { toMillis(): number } {
	return (
		typeof value === 'object' &&
		value !== null &&
		typeof (value as { toMillis?: unknown }).toMillis === 'function'
	);
}

/** Reads text, a Date, or the DateTime of an n8n expression such as `$now`. */
function utcSecondsOf(value: unknown, timeZone: string): number | undefined {
	if (typeof value === 'string') {
		const time = parseIsoTime(value);
		if (time === undefined) return undefined;
		return time.hasZone ? time.utcSeconds : fromLocal(time.utcSeconds, timeZone);
	}
	if (value instanceof Date) return Math.floor(value.getTime() / 1000);
	if (isDateTime(value)) return Math.floor(value.toMillis() / 1000);
	if (typeof value === 'number' && Math.abs(value) >= EARLIEST_MILLISECONDS) {
		return Math.floor(value / 1000);
	}
	return undefined;
}

function readSeconds(value: unknown, field: string, options: DateOptions): number {
	const seconds = utcSecondsOf(value, options.timeZone ?? 'UTC');
	const year = seconds === undefined ? Number.NaN : new Date(seconds * 1000).getUTCFullYear();
	if (seconds === undefined || !(year >= EARLIEST_YEAR && year <= LATEST_YEAR)) {
		throw notADate(value, field);
	}
	return seconds;
}

/** `yyyy-MM-ddTHH:mm:ssZ`, the format of due dates. */
export function toDueDate(value: unknown, field: string, options: DateOptions = {}): string {
	return `${formatSeconds(readSeconds(value, field, options))}Z`;
}

/** `yyyy-MM-ddTHH:mm:ss`, in UTC. */
export function toUtcTime(value: unknown, field: string, options: DateOptions = {}): string {
	return formatSeconds(readSeconds(value, field, options));
}

/** `yyyy-MM-dd HH:mm`, as a clock in the zone shows it. */
export function toMinute(time: Date, timeZone: string): string {
	const seconds = Math.floor(time.getTime() / 1000);
	const local = formatSeconds(seconds + zoneOffsetSeconds(seconds, timeZone));
	return local.slice(0, 'yyyy-MM-ddTHH:mm'.length).replace('T', ' ');
}

/**
 * `yyyy-MM-dd`, the day as people in the zone call it. Text without a zone keeps
 * its day, so that midnight, which n8n's date picker returns, does not become the day before.
 */
export function toDay(value: unknown, field: string, options: DateOptions = {}): string {
	const seconds = readSeconds(value, field, {});
	const hasZone = typeof value !== 'string' || parseIsoTime(value)?.hasZone === true;
	const offset = hasZone ? zoneOffsetSeconds(seconds, options.timeZone ?? 'UTC') : 0;
	return formatSeconds(seconds + offset).slice(0, 'yyyy-MM-dd'.length);
}
