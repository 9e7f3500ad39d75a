import { SoapResponseError } from '../xml/decode';
import { attribute, childrenNamed, type QName, resolveName, type XmlElement } from '../xml/xml';
import { type ElementDeclaration, SchemaSet, XSD } from './schema';

export const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const WSDL_SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/';

const MAX_DOCUMENTS = 60;

export interface OperationDescription {
	name: string;
	/** From the binding; empty if it states none. */
	soapAction: string;
	request: ElementDeclaration;
	response?: ElementDeclaration;
}

export interface ServiceDescription {
	operations: ReadonlyMap<string, OperationDescription>;
	schemas: SchemaSet;
}

/** Reads one document. Undefined if there is none; throws if nobody can tell. */
export type ReadDocument = (url: string) => Promise<XmlElement | undefined>;

/**
 * Reads the WSDL. Undefined if the service publishes none; throws if it, or a part of it, cannot be
 * read. Behind a proxy, imports often name a host that only the service can reach; then this reads
 * the single WSDL, or looks for the parts at the address of the service.
 */
export async function readDescription(
	address: string,
	read: ReadDocument,
): Promise<ServiceDescription | undefined> {
	const missing: string[] = [];
	const from = async (query: string, isMoved = false) =>
		await readFrom(address + query, { missing, isMoved, read });
	const found =
		(await from('?wsdl')) ??
		(await from('?singleWsdl')) ??
		(missing.length > 0 ? await from('?wsdl', true).catch(() => undefined) : undefined);
	if (found || missing.length === 0) return found;
	throw new SoapResponseError(
		`Its part ${missing[0]!.slice(0, 200)} cannot be read`,
		'The node reads only documents on the origin of the service.',
	);
}

interface Reading {
	/** Parts that cannot be read. */
	missing: string[];
	/** What is on another origin may be on that of the service as well. */
	isMoved: boolean;
	read: ReadDocument;
}

interface Documents extends Reading {
	definitions: XmlElement[];
	schemas: SchemaSet;
	seen: Set<string>;
}

/** Undefined if there is none, or only a part of it. */
async function readFrom(url: string, reading: Reading): Promise<ServiceDescription | undefined> {
	const schemas = new SchemaSet();
	const documents: Documents = { ...reading, definitions: [], schemas, seen: new Set([url]) };
	const missingBefore = reading.missing.length;
	const root = await reading.read(url);
	if (root?.namespace !== WSDL || root.name !== 'definitions') return undefined;
	await addDefinitions(root, url, documents);
	const operations = describeOperations(documents);
	return operations.size === 0 || reading.missing.length > missingBefore
		? undefined
		: { operations, schemas };
}

async function addDefinitions(root: XmlElement, url: string, documents: Documents): Promise<void> {
	documents.definitions.push(root);
	for (const types of childrenNamed(root, WSDL, 'types')) {
		for (const schema of childrenNamed(types, XSD, 'schema'))
			await addSchema(schema, url, '', documents);
	}
	for (const reference of childrenNamed(root, WSDL, 'import')) {
		const imported = await follow(attribute(reference, 'location'), url, documents);
		if (imported) await addDefinitions(imported.root, imported.url, documents);
	}
}

async function addSchema(
	schema: XmlElement,
	url: string,
	namespaceOfIncluder: string,
	documents: Documents,
): Promise<void> {
	documents.schemas.add(schema, namespaceOfIncluder);
	for (const reference of schema.children) {
		if (reference.namespace !== XSD || !/^(import|include)$/.test(reference.name)) continue;
		const imported = await follow(attribute(reference, 'schemaLocation'), url, documents);
		if (imported === undefined) continue;
		const includer =
			reference.name === 'include'
				? (attribute(schema, 'targetNamespace') ?? namespaceOfIncluder)
				: '';
		await addSchema(imported.root, imported.url, includer, documents);
	}
}

/** Follows only the same origin: a WSDL must not make n8n call another host. */
async function follow(
	location: string | undefined,
	from: string,
	{ isMoved, missing, read, seen }: Documents,
): Promise<{ root: XmlElement; url: string } | undefined> {
	if (location === undefined) return undefined;
	const named = URL.canParse(location, from) ? location : 'about:invalid';
	const { href, origin, pathname, search } = new URL(named, from);
	if (seen.has(href)) return undefined;
	seen.add(href);
	const url = Object.assign(new URL(from), { pathname, search });
	const isAllowed = (isMoved || origin === url.origin) && seen.size <= MAX_DOCUMENTS;
	const root = isAllowed ? await read(url.href) : undefined;
	if (root === undefined) {
		missing.push(href);
		return undefined;
	}
	return { root, url: url.href };
}

function describeOperations({
	definitions,
	schemas,
}: Documents): Map<string, OperationDescription> {
	const messages = indexMessages(definitions);
	const actions = indexActions(definitions);
	const operations = new Map<string, OperationDescription>();
	for (const root of definitions) {
		for (const portType of childrenNamed(root, WSDL, 'portType')) {
			for (const operation of childrenNamed(portType, WSDL, 'operation')) {
				const name = attribute(operation, 'name') ?? '';
				const elementOf = (direction: 'input' | 'output') => {
					const [message] = childrenNamed(operation, WSDL, direction);
					const reference = message && attribute(message, 'message');
					if (message === undefined || reference === undefined) return undefined;
					const parts = messages.get(clark(resolveName(message, reference))) ?? [];
					const element = parts.find((part) => part.name.startsWith(name)) ?? parts[0];
					return element && schemas.element(element);
				};
				const request = elementOf('input');
				const response = elementOf('output');
				if (request)
					operations.set(name, { name, soapAction: actions.get(name) ?? '', request, response });
			}
		}
	}
	return operations;
}

/** Message name to its elements. */
function indexMessages(definitions: XmlElement[]): Map<string, QName[]> {
	const messages = new Map<string, QName[]>();
	for (const root of definitions) {
		const namespace = attribute(root, 'targetNamespace') ?? '';
		for (const message of childrenNamed(root, WSDL, 'message')) {
			const elements = childrenNamed(message, WSDL, 'part').flatMap((part) => {
				const element = attribute(part, 'element');
				return element === undefined ? [] : [resolveName(part, element)];
			});
			messages.set(clark({ namespace, name: attribute(message, 'name') ?? '' }), elements);
		}
	}
	return messages;
}

function indexActions(definitions: XmlElement[]): Map<string, string> {
	const actions = new Map<string, string>();
	for (const root of definitions) {
		for (const binding of childrenNamed(root, WSDL, 'binding')) {
			for (const operation of childrenNamed(binding, WSDL, 'operation')) {
				const [soap] = childrenNamed(operation, WSDL_SOAP, 'operation');
				const action = soap && attribute(soap, 'soapAction');
				if (action) actions.set(attribute(operation, 'name') ?? '', action);
			}
		}
	}
	return actions;
}

const clark = ({ namespace, name }: QName) => `{${namespace}}${name}`;
