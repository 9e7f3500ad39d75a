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
	/** Parts that are missing or on another origin. */
	missing: string[];
}

/** Reads one document. Undefined if there is none; throws if nobody can tell. */
export type ReadDocument = (url: string) => Promise<XmlElement | undefined>;

/**
 * Reads the WSDL. Undefined if the service publishes none; throws if it cannot be read. Behind a
 * proxy, imports often name a host that only the service can reach; then this reads the single
 * WSDL.
 */
export async function readDescription(
	address: string,
	read: ReadDocument,
): Promise<ServiceDescription | undefined> {
	const inParts = await readFrom(`${address}?wsdl`, read);
	if (inParts && inParts.missing.length === 0) return inParts;
	return (await readFrom(`${address}?singleWsdl`, read)) ?? inParts;
}

interface Documents {
	definitions: XmlElement[];
	schemas: SchemaSet;
	missing: string[];
	seen: Set<string>;
	read: ReadDocument;
}

async function readFrom(url: string, read: ReadDocument): Promise<ServiceDescription | undefined> {
	const documents: Documents = {
		definitions: [],
		schemas: new SchemaSet(),
		missing: [],
		seen: new Set([url]),
		read,
	};
	const root = await read(url);
	if (root?.namespace !== WSDL || root.name !== 'definitions') return undefined;
	await addDefinitions(root, url, documents);
	const operations = describeOperations(documents);
	return operations.size === 0
		? undefined
		: { operations, schemas: documents.schemas, missing: documents.missing };
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
	documents: Documents,
): Promise<{ root: XmlElement; url: string } | undefined> {
	if (location === undefined || !URL.canParse(location, from)) return undefined;
	const url = new URL(location, from).href;
	if (documents.seen.has(url)) return undefined;
	documents.seen.add(url);
	const isAllowed =
		new URL(url).origin === new URL(from).origin && documents.seen.size <= MAX_DOCUMENTS;
	const root = isAllowed ? await documents.read(url) : undefined;
	if (root === undefined) {
		documents.missing.push(url);
		return undefined;
	}
	return { root, url };
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
