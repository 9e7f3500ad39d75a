import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../../../l10n/groupBy';
import { isNil, type XmlElement, XSI } from '../xml/xml';
import { type ComplexType, listEntryOf, type SchemaType } from './schema';
import { readValue } from './values';

type Json = IDataObject[string];

/**
 * Reads an element as JSON: typed if its type is known, otherwise as text. Matches local names
 * only, because services are careless with namespaces in responses.
 *
 * @param unwrapLists - Types that only hold a list become that list.
 */
export function readElement(
	element: XmlElement,
	type: SchemaType | undefined,
	unwrapLists: boolean,
): Json {
	if (isNil(element)) return null;
	if (!type || type.kind === 'open' || (type.kind === 'simple' && element.children.length > 0))
		return readUntyped(element);
	if (type.kind === 'simple') return readValue(type, element.text);

	const entry = unwrapLists ? listEntryOf(type) : undefined;
	if (entry && element.children.every((child) => child.name === entry.name)) {
		return element.children.map((child) => readElement(child, entry.type(), unwrapLists)) as Json;
	}
	return readComplex(element, type, unwrapLists);
}

function readComplex(element: XmlElement, type: ComplexType, unwrapLists: boolean): Json {
	const known = type.elements.flatMap((declared): Array<[string, Json]> => {
		const found = element.children.filter((child) => child.name === declared.name);
		const values = found.map((child) => readElement(child, declared.type(), unwrapLists));
		if (declared.isRepeating || values.length > 1) return [[declared.name, values as Json]];
		return found.length === 0 ? [] : [[declared.name, values[0]]];
	});
	const names = new Set(type.elements.map(({ name }) => name));
	const unknown = group(element.children.filter((child) => !names.has(child.name)));
	return Object.fromEntries([...attributesOf(element), ...known, ...unknown]);
}

function readUntyped(element: XmlElement): Json {
	if (isNil(element)) return null;
	const attributes = attributesOf(element);
	if (element.children.length > 0)
		return Object.fromEntries([...attributes, ...group(element.children)]);
	return attributes.length === 0
		? element.text
		: Object.fromEntries([['#text', element.text], ...attributes]);
}

/** Groups children by name, in order; a repeated name becomes a list. */
function group(children: XmlElement[]): Array<[string, Json]> {
	return [...groupBy(children, ({ name }) => name)].map(([name, same]) => {
		const values = same.map((child) => readUntyped(child));
		return [name, values.length > 1 ? (values as Json) : values[0]];
	});
}

const attributesOf = (element: XmlElement): Array<[string, Json]> =>
	element.attributes
		.filter(({ namespace }) => namespace !== XSI)
		.map(({ name, value }) => [`@${name}`, value]);
