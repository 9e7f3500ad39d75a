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
 * the single WSDL.
 */
export async function readDescription(
	address: string,
	read: ReadDocument,
): Promise<ServiceDescription | undefined> {
	const missing: string[] = [];
	const found =
		(await readFrom(`${address}?wsdl`, missing, read)) ??
		(await readFrom(`${address}?singleWsdl`, missing, read));
	if (found || missing.length === 0) return found;
	throw new SoapResponseError(
		`Its part ${missing[0]!.slice(0, 200)} cannot be read`,
		'The node reads only documents on the origin of the service.',
	);
}

interface Documents {
	definitions: XmlElement[];
	schemas: SchemaSet;
	seen: Set<string>;
	/** Parts that cannot be read. */
	missing: string[];
	read: ReadDocument;
}

/** Undefined if there is none, or only a part of it. */
async function readFrom(
	url: string,
	missing: string[],
	read: ReadDocument,
): Promise<ServiceDescription | undefined> {
	const schemas = new SchemaSet();
	const documents: Documents = { definitions: [], schemas, seen: new Set([url]), missing, read };
	const missingBefore = missing.length;
	const root = await read(url);
	if (root?.namespace !== WSDL || root.name !== 'definitions') return undefined;
	await addDefinitions(root, url, documents);
	const operations = describeOperations(documents);
	return operations.size === 0 || missing.length > missingBefore
		? undefined
		: { operations, schemas };
}

async function addDefinitions(root: XmlElement, url: string, documents: Documents): Promise<void> {
	documents.definitions.push(root);
	for (const types of childrenNamed(root, WSDL, 'types')) {
		for (const schema of childrenNamed(types, XSD, 'schema'))
			await addSchema(schema, url, documents);
	}
	for (const reference of childrenNamed(root, WSDL, 'import')) {
		const imported = await follow(attribute(reference, 'location'), url, documents);
		if (imported) await addDefinitions(imported.root, imported.url, documents);
	}
}

async function addSchema(schema: XmlElement, url: string, documents: Documents): Promise<void> {
	documents.schemas.add(schema);
	for (const reference of schema.children) {
		if (reference.namespace !== XSD || !/^(import|include)$/.test(reference.name)) continue;
		const imported = await follow(attribute(reference, 'schemaLocation'), url, documents);
		if (imported) await addSchema(imported.root, imported.url, documents);
	}
}

/** Follows only the same origin: a WSDL must not make n8n call another host. */
async function follow(
	location: string | undefined,
	from: string,
	{ missing, read, seen }: Documents,
): Promise<{ root: XmlElement; url: string } | undefined> {
	if (location === undefined) return undefined;
	const { href, origin } = new URL(URL.canParse(location, from) ? location : 'about:invalid', from);
	if (seen.has(href)) return undefined;
	seen.add(href);
	const isAllowed = origin === new URL(from).origin && seen.size <= MAX_DOCUMENTS;
	const root = isAllowed ? await read(href) : undefined;
	if (root) return { root, url: href };
	missing.push(href);
	return undefined;
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
					const element = messages.get(clark(resolveName(message, reference)));
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

/** Message name to its element: document style has one. */
function indexMessages(definitions: XmlElement[]): Map<string, QName> {
	const messages = new Map<string, QName>();
	for (const root of definitions) {
		const namespace = attribute(root, 'targetNamespace') ?? '';
		for (const message of childrenNamed(root, WSDL, 'message')) {
			const [part] = childrenNamed(message, WSDL, 'part');
			const element = part && attribute(part, 'element');
			const name = attribute(message, 'name') ?? '';
			if (element !== undefined)
				messages.set(clark({ namespace, name }), resolveName(part!, element));
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
