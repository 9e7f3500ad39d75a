import { combineInvalid, InvalidInput } from '../../../../l10n/invalidInput';
import { isRecord, jsonIn } from '../../../../l10n/json';
import { asError } from '../../../http/errors';
import type { XmlNode } from '../xml/xml';
import { type ComplexType, type ElementDeclaration, listEntryOf, type SchemaType } from './schema';
import { accepts, formatValue } from './values';

/** Fields in the order the user gave them; a name may repeat. */
export type FieldEntries = ReadonlyArray<readonly [name: string, value: unknown]>;

export const isEmptyField = (value: unknown): boolean =>
	value === undefined || value === null || value === '';

/** Encodes a request by its schema: order, namespaces, required fields, allowed values. */
export function encodeDescribed(
	request: ElementDeclaration,
	fields: FieldEntries,
	isLeftOut: (name: string) => boolean = () => false,
): XmlNode[] {
	const type = request.type();
	if (type.kind !== 'complex') return encodeAsGiven(request.namespace, fields);
	const elements = type.elements.filter(({ name }) => !isLeftOut(name));
	const given = groupByName(fields.filter(([name]) => !isLeftOut(name)));
	return encodeComplex({ ...type, elements }, given, '');
}

/** Encodes fields as given. A name without a namespace inherits that of its parent. */
export function encodeAsGiven(namespace: string, fields: FieldEntries): XmlNode[] {
	return fields.flatMap(([name, value]) => encodeUntyped(name, value, namespace));
}

/** Turns a repeated name into a list. */
function groupByName(fields: FieldEntries): Map<string, unknown> {
	const grouped = new Map<string, unknown>();
	for (const [name, value] of fields) {
		const before = grouped.get(name);
		grouped.set(
			name,
			grouped.has(name) ? [...(Array.isArray(before) ? before : [before]), value] : value,
		);
	}
	return grouped;
}

/** Fields in the order of the type. */
function encodeComplex(type: ComplexType, given: Map<string, unknown>, path: string): XmlNode[] {
	const names = type.elements.map(({ name }) => name);
	const unknown = [...given.keys()].filter((name) => !names.includes(name));
	const content: XmlNode[] = [];
	checkAll([
		...type.elements.map((declared) => () => {
			const { name } = declared;
			content.push(...encodeElement(declared, given.get(name), join(path, name)));
		}),
		() => {
			if (unknown.length > 0) throw unknownFields(unknown, type, path);
		},
	]);
	return content;
}

/** Runs every check, so that nobody learns of one mistake after the other. */
export function checkAll(checks: ReadonlyArray<() => unknown>): void {
	const failures: InvalidInput[] = [];
	for (const check of checks) {
		try {
			check();
		} catch (error) {
			if (!(error instanceof InvalidInput)) throw asError(error);
			failures.push(error);
		}
	}
	if (failures.length > 0) throw combineInvalid(failures);
}

function encodeElement(declared: ElementDeclaration, value: unknown, path: string): XmlNode[] {
	if (value === undefined || (value === null && !declared.isNillable)) {
		if (!declared.isRequired) return [];
		throw missing(path, declared.type(), declared.isNillable);
	}
	if (!declared.isRepeating) return [encodeOne(declared, declared.type(), value, path)];

	const entries: unknown[] = Array.isArray(value) ? value : [parsedList(value)].flat();
	if (entries.length === 0 && declared.isRequired) throw missing(path, declared.type());
	return entries.map((entry, index) =>
		encodeOne(declared, declared.type(), entry, entries.length > 1 ? `${path}[${index}]` : path),
	);
}

function encodeOne(
	declared: ElementDeclaration,
	type: SchemaType,
	value: unknown,
	path: string,
): XmlNode {
	const name = { namespace: declared.namespace, name: declared.name };
	if (value === null || value === undefined) {
		if (!declared.isNillable)
			throw new InvalidInput(
				`"${path}" must not be null`,
				'The service does not accept a missing value here. Enter one, or leave the field out.',
			);
		return { ...name, content: null };
	}
	if (type.kind === 'simple') return { ...name, content: formatValue(type, value, path) };
	const given = parsedJson(value);
	if (type.kind === 'open' && !Array.isArray(given))
		return encodeUntyped(declared.name, given, declared.namespace)[0]!;
	return { ...name, content: encodeContent(type, given, path) };
}

function encodeContent(type: SchemaType, value: unknown, path: string): XmlNode[] {
	const entry = listEntryOf(type);
	if (entry && Array.isArray(value)) return encodeElement(entry, value, path);
	if (type.kind === 'complex' && hasFields(value))
		return encodeComplex(type, new Map(Object.entries(value)), path);
	throw new InvalidInput(
		`"${path}" must be a JSON object${entry ? ' or a list' : ''}, not ${JSON.stringify(value).slice(0, 50)}`,
		accepted(path, type),
	);
}

const CLARK = /^\{([^}]*)\}(.+)$/;

function encodeUntyped(key: string, value: unknown, inherited: string): XmlNode[] {
	const [, namespace = inherited, name = key] = CLARK.exec(key) ?? [];
	if (value === undefined) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => encodeUntyped(key, entry, inherited));
	if (hasFields(value))
		return [{ namespace, name, content: encodeAsGiven(namespace, Object.entries(value)) }];
	return [{ namespace, name, content: value === null ? null : scalarText(value) }];
}

function scalarText(value: unknown): string {
	return value instanceof Date ? value.toISOString() : String(value);
}

/** Parses text where JSON belongs, if it is JSON. */
export function parsedJson(value: unknown): unknown {
	const json = typeof value === 'string' && /^\s*[[{]/.test(value) ? jsonIn(value) : undefined;
	return json ?? value;
}

function parsedList(value: unknown): unknown {
	const parsed = parsedJson(value);
	return Array.isArray(parsed) ? parsed : value;
}

const hasFields = (value: unknown): value is Record<string, unknown> =>
	isRecord(value) && !(value instanceof Date);

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

const NAMES_SHOWN = 100;

/** "Its fields are: Code (required), Label, Level (required: Level1, Level2)." */
function accepted(path: string, type: SchemaType): string {
	if (type.kind === 'simple') return type.enumeration.length > 0 ? accepts(path, type) : '';
	const elements = type.kind === 'complex' ? type.elements.slice(0, NAMES_SHOWN) : [];
	return `Its fields are: ${elements.map(shown).join(', ') || 'none'}.`;
}

function shown({ name, isRequired, type }: ElementDeclaration): string {
	const declared = type();
	const choices = declared.kind === 'simple' ? declared.enumeration.join(', ') : '';
	const parts = [isRequired ? 'required' : '', choices].filter(Boolean);
	return parts.length > 0 ? `${name} (${parts.join(': ')})` : name;
}

function missing(path: string, type: SchemaType, isNillable = false): InvalidInput {
	const orNull =
		', or null to say that there is none (in the form: Options → Empty Fields → Send as Nil)';
	return new InvalidInput(
		`"${path}" is missing`,
		`The service requires this field. Enter a value${isNillable ? orNull : ''}. ${accepted(path, type)}`.trim(),
	);
}

function unknownFields(names: string[], type: ComplexType, path: string): InvalidInput {
	const list = names.map((name) => `"${join(path, name)}"`).join(', ');
	return new InvalidInput(
		`The service has no field ${list}`,
		`${accepted(path, type)} Names are case-sensitive.`,
	);
}
