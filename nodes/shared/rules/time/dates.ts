import { InvalidInput } from '../invalidInput';
import { formatSeconds, parseIsoTime } from './isoTime';

export interface DateOptions {
	/** Zone of a date that names none (the workflow's, for example); UTC if not given. */
	timeZone?: string;
}

// Below this a number is seconds rather than milliseconds, or no time at all.
const EARLIEST_MILLISECONDS = 100_000_000_000;
const EARLIEST_YEAR = 1900;
const LATEST_YEAR = 9999;

function noDate(value: unknown, field: string): InvalidInput {
	const shown = typeof value === 'string' ? `"${value}"` : String(value);
	return new InvalidInput(
		`${field}: ${shown} is not a date`,
		'Use the form 2026-12-31 or 2026-12-31T17:00:00Z, or a date from an expression such as {{ $now }}.',
		field,
	);
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
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
	// The offset of the guess differs when the clocks change between the two.
	return localSeconds - zoneOffsetSeconds(guess, timeZone);
}

function isDateTime(value: unknown): value is { toMillis(): number } {
	return (
		typeof value === 'object' &&
		value !== null &&
		typeof (value as { toMillis?: unknown }).toMillis === 'function'
	);
}

/** Reads what n8n hands over for a date: text, a Date, or the DateTime of an expression such as `$now`. */
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
	const year =
		seconds === undefined ? Number.NaN : new Date(seconds * 1000).getUTCFullYear();
	if (seconds === undefined || !(year >= EARLIEST_YEAR && year <= LATEST_YEAR)) {
		throw noDate(value, field);
	}
	return seconds;
}

/** `yyyy-MM-ddTHH:mm:ssZ`, as due dates are sent. */
export function toDueDate(value: unknown, field: string, options: DateOptions = {}): string {
	return `${formatSeconds(readSeconds(value, field, options))}Z`;
}

/** `yyyy-MM-ddTHH:mm:ss`, as filters compare due and creation dates; in UTC. */
export function toFilterTime(value: unknown, field: string, options: DateOptions = {}): string {
	return formatSeconds(readSeconds(value, field, options));
}

/**
 * `yyyy-MM-dd`, as filters compare submission dates. The day as people in the zone call it: a text that
 * names no zone keeps its day, so that midnight, which n8n's date picker gives, does not become the day before.
 */
export function toFilterDay(value: unknown, field: string, options: DateOptions = {}): string {
	const seconds = readSeconds(value, field, {});
	const hasZone = typeof value !== 'string' || parseIsoTime(value)?.hasZone === true;
	const offset = hasZone ? zoneOffsetSeconds(seconds, options.timeZone ?? 'UTC') : 0;
	return formatSeconds(seconds + offset).slice(0, 'yyyy-MM-dd'.length);
}
