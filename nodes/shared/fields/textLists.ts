import { InvalidInput } from '../rules/invalidInput';

/** Texts from a list or from comma-separated text; empty ones are left out. */
export function splitEntries(value: unknown): string[] {
	const entries = Array.isArray(value) ? value : String(value ?? '').split(/[,\n]/);
	return entries.map((entry: unknown) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}

/** As above, each once. */
export const splitList = (value: unknown): string[] => [...new Set(splitEntries(value))];

/** As above, at least one. */
export function readIdList(value: unknown, field: string): string[] {
	const ids = splitList(value);
	if (ids.length === 0) throw new InvalidInput(`${field}: no ID is given`, 'Enter one or more IDs, or choose from the list.', field);
	return ids;
}
