import { InvalidInput } from '../../../shared/rules/invalidInput';

/** Texts from a list or from comma-separated text, each once; empty ones are left out. */
export function splitList(value: unknown): string[] {
	const entries = Array.isArray(value) ? value : String(value ?? '').split(/[,\n]/);
	return [...new Set(entries.map((entry: unknown) => String(entry ?? '').trim()).filter((entry) => entry !== ''))];
}

/** As above, at least one. */
export function readIdList(value: unknown, field: string): string[] {
	const ids = splitList(value);
	if (ids.length === 0) throw new InvalidInput(`${field}: no ID is given`, 'Enter one or more IDs, or choose from the list.', field);
	return ids;
}
