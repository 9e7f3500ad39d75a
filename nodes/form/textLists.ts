import { InvalidInput } from '../rules/invalidInput';

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
