import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../../core/reconcile';
import { attribute, isNil, resolveName, type XmlElement, XSI } from '../xml/xml';
import { type ComplexType, listEntryOf, type SchemaSet, type SchemaType } from './schema';
import { readValue } from './values';

type Json = IDataObject[string];

interface ResponseOptions {
	schemas?: SchemaSet;
	/** Types that only hold a list become that list. */
	unwrapLists: boolean;
}

/**
 * Reads an element as JSON: typed if its type is known, otherwise as text. Matches local names
 * only, because services are careless with namespaces in responses.
 */
export function readElement(
	element: XmlElement,
	declared: SchemaType | undefined,
	options: ResponseOptions,
): Json {
	if (isNil(element)) return null;
	const type = announcedType(element, options) ?? declared;
	const isUnknown = type?.kind === 'complex' && type.isOpen && type.elements.length === 0;
	if (type === undefined || isUnknown || (type.kind === 'simple' && element.children.length > 0))
		return readUntyped(element, options);
	if (type.kind === 'simple') return readValue(type, element.text);

	const entry = options.unwrapLists ? listEntryOf(type) : undefined;
	if (entry && element.children.every((child) => child.name === entry.name)) {
		return element.children.map((child) => readElement(child, entry.type(), options)) as Json;
	}
	return readComplex(element, type, options);
}

function readComplex(element: XmlElement, type: ComplexType, options: ResponseOptions): Json {
	const known = type.elements.flatMap((declared): Array<[string, Json]> => {
		const found = element.children.filter((child) => child.name === declared.name);
		const values = found.map((child) => readElement(child, declared.type(), options));
		if (declared.isRepeating || values.length > 1) return [[declared.name, values as Json]];
		return found.length === 0 ? [] : [[declared.name, values[0]]];
	});
	const names = new Set(type.elements.map(({ name }) => name));
	const unknown = group(
		element.children.filter((child) => !names.has(child.name)),
		options,
	);
	return Object.fromEntries([...attributesOf(element), ...known, ...unknown]);
}

/** `xsi:type` names a type that is derived from the declared one. */
function announcedType(element: XmlElement, { schemas }: ResponseOptions): SchemaType | undefined {
	const announced = attribute(element, 'type', XSI);
	return announced === undefined ? undefined : schemas?.type(resolveName(element, announced));
}

function readUntyped(element: XmlElement, options: ResponseOptions): Json {
	if (isNil(element)) return null;
	const attributes = attributesOf(element);
	if (element.children.length > 0)
		return Object.fromEntries([...attributes, ...group(element.children, options)]);
	return attributes.length === 0
		? element.text
		: Object.fromEntries([['#text', element.text], ...attributes]);
}

/** Groups children by name, in order; a repeated name becomes a list. */
function group(children: XmlElement[], options: ResponseOptions): Array<[string, Json]> {
	return [...groupBy(children, ({ name }) => name)].map(([name, same]) => {
		const values = same.map((child) => readElement(child, undefined, options));
		return [name, values.length > 1 ? (values as Json) : values[0]];
	});
}

const attributesOf = (element: XmlElement): Array<[string, Json]> =>
	element.attributes
		.filter(({ namespace }) => namespace !== XSI)
		.map(({ name, value }) => [`@${name}`, value]);
