import { InvalidInput } from '../../l10n/invalidInput';
import { isRecord } from '../../l10n/json';

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
			);
		}
		const earlier = values.get(name);
		if (earlier !== undefined && earlier !== value) {
			throw new InvalidInput(
				`${FIELD}: "${name}" is given twice, as "${earlier}" and as "${value}"`,
				'A label has one value. Remove one of the rows, or give it another name.',
			);
		}
		values.set(name, value);
	}
	const hasValues = [...values.values()].some((value) => value !== '');
	return hasValues ? Object.fromEntries(values) : [...values.keys()];
}

/** In an object, a label needs a value. */
const SET = '1';
/** Only this package writes such labels. */
const OUR_PREFIX = 'n8n-';

export const isOurLabel = ({ name, value = '' }: LabelPair): boolean =>
	name.startsWith(OUR_PREFIX) || value.startsWith(OUR_PREFIX);

export const hasOurLabels = (wire: unknown): boolean => readLabels(wire).some(isOurLabel);

/** What people have set. */
export const withoutOurLabels = (wire: unknown): unknown =>
	hasOurLabels(wire) ? changeLabels(wire, isOurLabel, []) : wire;

export function refuseOurLabels(pairs: readonly LabelPair[]): void {
	const ours = pairs.find((pair) => isOurLabel({ name: trimmed(pair.name) }));
	if (!ours) return;
	throw new InvalidInput(
		`${FIELD}: "${trimmed(ours.name)}" begins with "${OUR_PREFIX}"`,
		'These nodes use such labels to find their jobs again. Choose another name.',
	);
}

/** Keeps the form in which the labels were read, and the values of those that stay. */
export function changeLabels(
	read: unknown,
	isRemoved: (label: LabelPair) => boolean,
	added: readonly LabelPair[],
): WireLabels {
	const isReplaced = (label: LabelPair) =>
		isRemoved(label) || added.some(({ name }) => name === label.name || isJoined(label, name, ''));
	if (isRecord(read)) {
		const kept = Object.entries(read).filter(
			([name, value]) => !isReplaced({ name, ...optionalValue(value) }),
		);
		const values = added.map(({ name, value }) => [name, value || SET]);
		return Object.fromEntries([...kept, ...values]) as WireLabels;
	}
	if (!Array.isArray(read) || read.length === 0) return labelsToWire(added);
	const kept = read.filter((label: unknown) => !readLabels([label]).some(isReplaced));
	const example: unknown = read.find(isRecord);
	return [...kept, ...added.map((label) => toEntry(label, example))] as WireLabels;
}

/** A list of texts can only carry a value inside the name. */
function toEntry({ name, value }: LabelPair, example: unknown): unknown {
	if (isRecord(example)) return { ['key' in example ? 'key' : 'name']: name, value: value ?? SET };
	return value ? `${name}=${value}` : name;
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

/** In a list of texts: `campaign=spring`. */
function isJoined(label: LabelPair, name: string, value: string): boolean {
	if (label.value !== undefined) return false;
	return value === '' ? label.name.startsWith(`${name}=`) : label.name === `${name}=${value}`;
}
