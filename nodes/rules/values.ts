/**
 * One reader for each kind of value. An expression or a credential may give any value: each reader
 * takes what a person means, and refuses everything else.
 */
import { InvalidInput } from '../../l10n/invalidInput';

const MAX_SHOWN = 60;

/** What an expression gives that finds nothing. */
export const isNothing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** For an error, which must not repeat a whole entry. */
export function shownValue(value: unknown): string {
	const text =
		typeof value === 'object' && value !== null
			? (JSON.stringify(value) ?? 'an object')
			: `"${String(value)}"`;
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const refusal = (value: unknown, label: string, problem: string, advice: string): InvalidInput =>
	new InvalidInput(`${label}: ${shownValue(value)} ${problem}`, advice);

/** As in the description of a field. */
export interface Range {
	minValue?: number;
	maxValue?: number;
	/** 0 for a whole number. */
	numberPrecision?: number;
}

/** Beyond it, seconds as milliseconds are no longer exact. */
const MOST = 1e12;

export function toNumber(
	value: unknown,
	label: string,
	{ minValue = 0, maxValue = MOST, numberPrecision }: Range = {},
): number {
	const isPlain = typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value);
	const amount = typeof value === 'number' ? value : isPlain ? Number(value) : Number.NaN;
	const isWhole = numberPrecision !== 0 || Number.isInteger(amount);
	if (isWhole && amount >= minValue && amount <= maxValue) return amount;
	const kind = `a ${numberPrecision === 0 ? 'whole ' : ''}number`;
	const range = maxValue < MOST ? `from ${minValue} to ${maxValue}` : `of at least ${minValue}`;
	throw refusal(
		value,
		label,
		`is not ${kind} ${range}`,
		'Enter digits without a unit, with a point before decimals, such as 30.',
	);
}

/** A sheet or a variable gives the value of a switch as text. */
export function toFlag(value: unknown, label: string): boolean {
	const text = typeof value === 'object' ? '' : String(value).trim();
	if (/^(true|1)$/i.test(text)) return true;
	if (/^(false|0)$/i.test(text)) return false;
	throw refusal(value, label, 'is neither true nor false', 'Give it true or false.');
}

const isText = (value: unknown): boolean =>
	typeof value === 'string' ? !value.includes(String({})) : Number.isFinite(value);

/** A date becomes its text in ISO 8601. What a template made of an object is no text. */
export function toText(value: unknown, label: string): string {
	if (isText(value)) return String(value);
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
	throw refusal(
		value,
		label,
		'is not text',
		'Give it text or a number. In an expression, choose a field of the object, or use JSON.stringify().',
	);
}

/** Never shown. */
export function toSecret(value: unknown, label: string): string {
	if (isNothing(value)) return '';
	if (isText(value)) return String(value);
	throw new InvalidInput(`${label} is not text`, 'Open the credential and enter it.');
}

/** Splits a list or comma-separated text and drops empty entries. */
export function toTexts(value: unknown, label: string): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : toText(value, label).split(/[,\n]/);
	return entries.filter((entry) => !isNothing(entry)).map((entry) => toText(entry, label).trim());
}

/** An expression without a value can give any of these as text. */
const NO_ID = ['undefined', 'null', String({})];

export const toIds = (value: unknown, label: string): string[] =>
	isNoId(value) ? [] : toTexts(value, label).filter((id) => !isNoId(id));

/** Empty if there is none. */
export const toId = (value: unknown, label: string): string =>
	isNoId(value) ? '' : toText(value, label).trim();

const isNoId = (value: unknown): boolean =>
	isNothing(value) || (typeof value === 'string' && NO_ID.includes(value.trim()));

/** Takes a value of the list, also as text. */
export function toChoice<Choice>(
	value: unknown,
	label: string,
	choices: readonly Choice[],
): Choice {
	const text = typeof value === 'object' ? undefined : String(value).trim();
	const chosen = choices.find((choice) => String(choice) === text);
	if (chosen !== undefined) return chosen;
	throw refusal(
		value,
		label,
		'is not in the list',
		`Choose from the list, or use an expression that returns one of: ${choices.join(', ')}.`,
	);
}
