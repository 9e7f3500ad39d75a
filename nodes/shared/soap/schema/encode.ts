import { InvalidInput } from '../../rules/invalidInput';
import { listEntryOf, type ComplexType, type ElementDeclaration, type SchemaType } from './schema';
import { formatValue } from './values';
import type { XmlNode } from '../xml/xml';

/** Fields as the user gave them: the order counts, and a name may come twice. */
export type FieldEntries = ReadonlyArray<readonly [name: string, value: unknown]>;

/** Keys of JSON that do not stand for elements: `@name` for an attribute, `#text` for the element's own text. */
const ATTRIBUTE = '@';
const TEXT = '#text';

/** The contents of the request element as its schema wants them: order, namespaces, required fields, allowed values. */
export function encodeDescribed(request: ElementDeclaration, fields: FieldEntries): XmlNode[] {
	const type = request.type();
	if (type.kind === 'simple') throw new InvalidInput(`"${request.name}" takes no fields`);
	return encodeComplex(type, gather(fields), request.namespace, '').children;
}

/** Everything as given, in the order given; names without a namespace stay in that of the element around them. */
export function encodeAsGiven(namespace: string, fields: FieldEntries): XmlNode[] {
	return fields.flatMap(([name, value]) => encodeFreely(name, value, namespace));
}

/** A name that comes more than once becomes a list. */
function gather(fields: FieldEntries): Map<string, unknown> {
	const gathered = new Map<string, unknown>();
	for (const [name, value] of fields) {
		const before = gathered.get(name);
		gathered.set(name, gathered.has(name) ? [...(Array.isArray(before) ? before : [before]), value] : value);
	}
	return gathered;
}

interface Encoded {
	children: XmlNode[];
	attributes: Record<string, string>;
}

function encodeComplex(type: ComplexType, given: Map<string, unknown>, namespace: string, path: string): Encoded {
	const children: XmlNode[] = [];
	const attributes: Record<string, string> = {};
	const left = new Map(given);
	for (const declared of type.elements) {
		const value = left.get(declared.name);
		left.delete(declared.name);
		children.push(...encodeElement(declared, value, join(path, declared.name)));
	}
	for (const declared of type.attributes) {
		const key = ATTRIBUTE + declared.name;
		const value = left.get(key);
		left.delete(key);
		if (value !== undefined && value !== null) attributes[declared.name] = formatValue(declared.type, value, join(path, key));
		else if (declared.isRequired) throw missing(join(path, key));
	}
	if (left.size > 0 && !type.isOpen) throw unknownFields([...left.keys()], type, path);
	for (const [name, value] of left) {
		if (name.startsWith(ATTRIBUTE)) attributes[name.slice(1)] = String(value);
		else children.push(...encodeFreely(name, value, namespace));
	}
	return { children, attributes };
}

function encodeElement(declared: ElementDeclaration, value: unknown, path: string): XmlNode[] {
	if (value === undefined || (value === null && !declared.isNillable)) {
		if (!declared.isRequired) return [];
		throw missing(path, declared.isNillable);
	}
	if (!declared.isRepeating) return [encodeOne(declared, declared.type(), value, path)];

	const entries: unknown[] = Array.isArray(value) ? value : [parsedList(value)].flat();
	if (entries.length === 0 && declared.isRequired) throw missing(path);
	return entries.map((entry, index) => encodeOne(declared, declared.type(), entry, entries.length > 1 ? `${path}[${index}]` : path));
}

function encodeOne(declared: ElementDeclaration, type: SchemaType, value: unknown, path: string): XmlNode {
	const name = nameOf(declared);
	if (value === null || value === undefined) {
		if (!declared.isNillable) throw new InvalidInput(`"${path}" must not be null`, 'The service does not accept a missing value here. Enter one, or leave the field out.');
		return { ...name, content: null };
	}
	if (type.kind === 'simple') return { ...name, content: formatValue(type, value, path) };
	return { ...name, ...encodeContent(declared, type, parsedJson(value), path) };
}

function encodeContent(declared: ElementDeclaration, type: ComplexType, value: unknown, path: string): Pick<XmlNode, 'attributes' | 'content'> {
	const entry = listEntryOf(type);
	if (entry && Array.isArray(value)) return { content: encodeElement(entry, value, path) };
	if (isRecord(value)) {
		const given = new Map(Object.entries(value));
		const text = given.get(TEXT);
		given.delete(TEXT);
		const { children, attributes } = encodeComplex(type, given, declared.namespace, path);
		const content = type.text && text !== undefined ? formatValue(type.text, text, path) : children;
		return { attributes, content };
	}
	if (type.text) return { content: formatValue(type.text, value, path) };
	if (type.isOpen && !Array.isArray(value)) return { content: scalarText(value) };
	throw new InvalidInput(
		`"${path}" must be a JSON object${entry ? ' or a list' : ''}, not ${describe(value)}`,
		`Its fields are: ${fieldNames(type)}.`,
	);
}

const CLARK = /^\{([^}]*)\}(.+)$/;

function encodeFreely(key: string, value: unknown, inherited: string): XmlNode[] {
	const [, namespace = inherited, name = key] = CLARK.exec(key) ?? [];
	if (value === undefined) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => encodeFreely(key, entry, inherited));
	if (!isRecord(value)) return [{ namespace, name, content: value === null ? null : scalarText(value) }];

	const attributes = Object.fromEntries(
		Object.entries(value)
			.filter(([inner]) => inner.startsWith(ATTRIBUTE))
			.map(([inner, text]) => [inner.slice(1), String(text)]),
	);
	const content =
		TEXT in value
			? scalarText(value[TEXT])
			: Object.entries(value)
					.filter(([inner]) => !inner.startsWith(ATTRIBUTE))
					.flatMap(([inner, entry]) => encodeFreely(inner, entry, namespace));
	return [{ namespace, name, attributes, content }];
}

function scalarText(value: unknown): string {
	return value instanceof Date ? value.toISOString() : String(value);
}

/** Text typed where JSON belongs is taken as JSON if it is. */
function parsedJson(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

function parsedList(value: unknown): unknown {
	const parsed = parsedJson(value);
	return Array.isArray(parsed) ? parsed : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function nameOf({ namespace, name }: ElementDeclaration) {
	return { namespace, name };
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** As many names as a message can hold. */
const NAMES_SHOWN = 100;

function fieldNames({ elements, attributes }: ComplexType): string {
	const names = [...elements.slice(0, NAMES_SHOWN).map(({ name }) => name), ...attributes.slice(0, NAMES_SHOWN).map(({ name }) => ATTRIBUTE + name)];
	return names.join(', ') || 'none';
}

function describe(value: unknown): string {
	return Array.isArray(value) ? 'a list' : `${typeof value === 'string' ? 'the text' : 'the value'} "${String(value).slice(0, 50)}"`;
}

function missing(path: string, isNillable = false): InvalidInput {
	const orNull = ', or null to say that there is none (in the form: Options → Empty Fields → Send as Nil)';
	return new InvalidInput(`"${path}" is missing`, `The service requires this field. Enter a value${isNillable ? orNull : ''}.`);
}

function unknownFields(names: string[], type: ComplexType, path: string): InvalidInput {
	const list = names.map((name) => `"${join(path, name)}"`).join(', ');
	return new InvalidInput(
		`The service knows no field ${list}`,
		`It knows: ${fieldNames(type)}. Names are case-sensitive.`,
	);
}
