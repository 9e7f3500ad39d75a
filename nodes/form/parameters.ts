/** Readers of parameters. Expressions may give any value: `readText` and `readFlag` convert it. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { InvalidInput } from '../rules/invalidInput';
import { isRecord } from '../rules/json';

type Context = Pick<IExecuteFunctions, 'getNodeParameter'>;

export const readText = (
	context: Context,
	name: string,
	itemIndex: number,
	fallback = '',
): string => String(context.getNodeParameter(name, itemIndex, fallback) ?? '').trim();

export const readFlag = (
	context: Context,
	name: string,
	itemIndex: number,
	fallback = false,
): boolean => toFlag(context.getNodeParameter(name, itemIndex, fallback), name);

/** Switches whose label does not begin with their name. */
const LABELS: Record<string, string> = {
	aggregate: 'Count Requests by Status',
	completeJob: 'Complete the Job',
	onTmUpdateCreate: 'On Translation Memory Update',
	sendWordCount: 'Send Counted Words',
	shortenNames: 'Shorten Long Names',
	shouldQuote: 'Request a Quote',
	splitJobs: 'Split Into Several Jobs',
	submit: 'Submit to Provider',
	tryWithTestJob: 'Try With a Test Job',
};

/** A sheet or a variable gives the value of a switch as text. Nothing is off. */
export function toFlag(value: unknown, path: string): boolean {
	const text = String(value ?? '').trim();
	if (/^(true|1)$/i.test(text)) return true;
	if (/^(false|0|)$/i.test(text)) return false;
	const name = path.split('.').at(-1)!;
	const words = name.replace(/[A-Z]/g, ' $&');
	const label = LABELS[name] ?? words[0]!.toUpperCase() + words.slice(1);
	throw new InvalidInput(
		`${label}: "${text}" is neither true nor false`,
		'Give it true or false.',
		label,
	);
}

export const readChoice = <T extends string = string>(
	context: Context,
	name: string,
	itemIndex: number,
	fallback: NoInfer<T>,
): T => context.getNodeParameter(name, itemIndex, fallback) as T;

/** A collection, or another group of fields. */
export const readGroup = <T = IDataObject>(context: Context, name: string, itemIndex: number): T =>
	context.getNodeParameter(name, itemIndex, {}) as T;

/** Groups inside 'Options'. */
const OPTION_GROUPS = ['advanced', 'extendedMetadata', 'qualityChecks', 'wordsAndCost'] as const;
export type OptionGroup = (typeof OPTION_GROUPS)[number];

/** All options. One means the same inside its group and outside, where older workflows have it. */
export function readOptions<T = IDataObject>(context: Context, itemIndex: number): T {
	const options = readGroup(context, 'options', itemIndex);
	const groups = OPTION_GROUPS.map((name) => options[name]).filter(isRecord);
	return Object.assign({}, options, ...groups) as T;
}

/** Splits a list or comma-separated text and drops empty entries. */
export function splitEntries(value: unknown): string[] {
	const entries = Array.isArray(value) ? value : String(value ?? '').split(/[,\n]/);
	return entries
		.map((entry: unknown) => String(entry ?? '').trim())
		.filter((entry) => entry !== '');
}

/** Like `splitEntries`, without duplicates. */
export const splitList = (value: unknown): string[] => [...new Set(splitEntries(value))];

/** Like `splitList`, but requires at least one entry. */
export function readIdList(value: unknown, field: string): string[] {
	const ids = splitList(value);
	if (ids.length === 0)
		throw new InvalidInput(
			`${field} is empty`,
			'Enter one or more IDs, or choose from the list.',
			field,
		);
	return ids;
}

export const withoutUndefined = <T extends object>(values: T): Partial<T> =>
	Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined),
	) as Partial<T>;
