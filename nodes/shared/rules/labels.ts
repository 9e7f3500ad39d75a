import { InvalidInput } from './invalidInput';

export interface LabelPair {
	name: string;
	value?: string;
}

/** The specification lists names; production maps names to values. Both are accepted. */
export type WireLabels = string[] | Record<string, string>;

const FIELD = 'Labels';

function trimmed(text: unknown): string {
	return text === undefined || text === null ? '' : String(text).trim();
}

/** Encodes labels: a list if none has a value, otherwise an object. Skips empty rows. */
export function labelsToWire(pairs: readonly LabelPair[]): WireLabels {
	const values = new Map<string, string>();
	for (const pair of pairs) {
		const name = trimmed(pair.name);
		const value = trimmed(pair.value);
		if (name === '' && value === '') continue;
		if (name === '') {
			throw new InvalidInput(
				`${FIELD}: the value "${value}" has no name`,
				'Enter a name beside it, or remove the row.',
				FIELD,
			);
		}
		const earlier = values.get(name);
		if (earlier !== undefined && earlier !== value) {
			throw new InvalidInput(
				`${FIELD}: "${name}" is given twice, as "${earlier}" and as "${value}"`,
				'A label has one value. Remove one of the rows, or give it another name.',
				FIELD,
			);
		}
		values.set(name, value);
	}
	const hasValues = [...values.values()].some((value) => value !== '');
	return hasValues ? Object.fromEntries(values) : [...values.keys()];
}

/** Adds names to labels and keeps their form. */
export function withLabels(own: WireLabels | undefined, names: readonly string[]): WireLabels {
	if (own === undefined || Array.isArray(own)) return [...(own ?? []), ...names];
	return { ...own, ...Object.fromEntries(names.map((name) => [name, '1'])) };
}

/** Reads labels in either form and skips what is not a label. */
export function readLabels(wire: unknown): LabelPair[] {
	if (Array.isArray(wire)) {
		return wire.flatMap((label: unknown): LabelPair[] => {
			if (typeof label !== 'object' || label === null) {
				const name = trimmed(label);
				return name === '' ? [] : [{ name }];
			}
			const { name, key, value } = label as Record<string, unknown>;
			const readName = trimmed(name ?? key);
			return readName === '' ? [] : [{ name: readName, ...optionalValue(value) }];
		});
	}
	if (typeof wire === 'object' && wire !== null) {
		return Object.entries(wire).map(([name, value]) => ({ name, ...optionalValue(value) }));
	}
	return [];
}

function optionalValue(value: unknown): { value?: string } {
	if (value === undefined || value === null || value === '') return {};
	return { value: typeof value === 'object' ? JSON.stringify(value) : String(value) };
}

/** True if all wanted labels were received. One without a value matches any value. */
export function hasLabels(wire: unknown, wanted: readonly LabelPair[]): boolean {
	const received = readLabels(wire);
	return wanted.every((label) => {
		const name = trimmed(label.name);
		const value = trimmed(label.value);
		return received.some(
			(candidate) =>
				(candidate.name === name && (value === '' || (candidate.value ?? '') === value)) ||
				isJoined(candidate, name, value),
		);
	});
}

/** A list can only carry a value inside the name: `campaign=spring`. */
function isJoined(label: LabelPair, name: string, value: string): boolean {
	if (label.value !== undefined) return false;
	return value === '' ? label.name.startsWith(`${name}=`) : label.name === `${name}=${value}`;
}
