import { InvalidInput } from '../../l10n/invalidInput';

interface IsoTime {
	/** Whole seconds since the epoch; text without a zone counts as UTC. */
	utcSeconds: number;
	/** Digits after the second, without trailing zeros. */
	fraction: string;
	hasZone: boolean;
}

const ISO_TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

function offsetSeconds(zone: string): number | undefined {
	if (/^z$/i.test(zone)) return 0;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', '') || '0');
	if (hours > 23 || minutes > 59) return undefined;
	return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** Reads an ISO 8601 date or time. Undefined for a day or an hour that does not exist. */
export function parseIsoTime(text: string): IsoTime | undefined {
	const match = ISO_TIME.exec(text.trim());
	if (match === null) return undefined;
	const [, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
	const local = `${day}T${hour}:${minute}:${second}`;
	const utcSeconds = Date.parse(`${local}Z`) / 1000;
	const offset = zone === undefined ? 0 : offsetSeconds(zone);
	const exists = !Number.isNaN(utcSeconds) && formatSeconds(utcSeconds) === local;
	if (!exists || offset === undefined) return undefined;
	return {
		utcSeconds: utcSeconds - offset,
		fraction: fraction.replace(/0+$/, ''),
		hasZone: zone !== undefined,
	};
}

/** `yyyy-MM-ddTHH:mm:ss`, in UTC. */
export function formatSeconds(utcSeconds: number): string {
	return new Date(utcSeconds * 1000).toISOString().slice(0, -'.000Z'.length);
}

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
	);
}

/** The offset of a zone from UTC at an instant. */
function zoneOffsetSeconds(utcSeconds: number, timeZone: string): number {
	const time = new Date(utcSeconds * 1000);
	const local = time.toLocaleString('en-US', { timeZone, hourCycle: 'h23' });
	return Date.parse(`${local} UTC`) / 1000 - Math.floor(utcSeconds);
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

/** Reads a time of the service; without a zone it is UTC. Undefined if it is not a time. */
export function serverMs(text: unknown): number | undefined {
	const time = typeof text === 'string' ? parseIsoTime(text) : undefined;
	if (!time) return undefined;
	return time.utcSeconds * 1000 + Math.floor(Number(`0.${time.fraction || '0'}`) * 1000);
}

const DAY_MS = 24 * 60 * 60_000;

/** Whether a due date has passed. A day without a time ends at midnight, UTC. */
export function isPastDue(dueDate: unknown, now: number): boolean {
	const due = serverMs(dueDate);
	const isDay = typeof dueDate === 'string' && dueDate.trim().length === 'yyyy-MM-dd'.length;
	return due !== undefined && due + (isDay ? DAY_MS : 0) < now;
}

/** A clock may be set right by so much, and the service's clock is known to the second only. */
const DRIFT_MS = 60_000;

/**
 * Whether a stored time is reached. It lies at most `intervalMs` ahead of the moment when it was
 * stored. One that lies further ahead comes from a clock that was wrong, and counts as reached.
 */
export const isReached = (time: number, now: number, intervalMs: number): boolean =>
	time <= now || time > now + intervalMs + DRIFT_MS;
