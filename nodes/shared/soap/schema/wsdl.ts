import { SchemaSet, XSD, type ElementDeclaration } from './schema';
import { attribute, childrenNamed, resolveName, type QName, type XmlElement } from '../xml/xml';

export const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const WSDL_SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/';

const MAX_DOCUMENTS = 60;

export interface OperationDescription {
	name: string;
	/** As the binding states it; empty when it states none. */
	soapAction: string;
	request: ElementDeclaration;
	response?: ElementDeclaration;
}

export interface ServiceDescription {
	operations: ReadonlyMap<string, OperationDescription>;
	schemas: SchemaSet;
	/** Parts that were not read because they are missing or live on another origin. */
	missing: string[];
}

/** Reads one document, or undefined when the address offers none. That nobody can tell is thrown. */
export type ReadDocument = (url: string) => Promise<XmlElement | undefined>;

/**
 * Reads what the service says about itself, or undefined when it says nothing; what cannot be read is thrown.
 * Services behind a proxy often name imports by a host that only they can reach; then the version in one piece is tried.
 */
export async function readDescription(address: string, read: ReadDocument): Promise<ServiceDescription | undefined> {
	const inParts = await readFrom(`${address}?wsdl`, read);
	if (inParts && inParts.missing.length === 0) return inParts;
	return (await readFrom(`${address}?singleWsdl`, read)) ?? inParts;
}

interface Gathered {
	definitions: XmlElement[];
	schemas: SchemaSet;
	missing: string[];
	seen: Set<string>;
	read: ReadDocument;
}

async function readFrom(url: string, read: ReadDocument): Promise<ServiceDescription | undefined> {
	const gathered: Gathered = { definitions: [], schemas: new SchemaSet(), missing: [], seen: new Set([url]), read };
	const root = await read(url);
	if (root?.namespace !== WSDL || root.name !== 'definitions') return undefined;
	await gatherDefinitions(root, url, gathered);
	const operations = describeOperations(gathered);
	return operations.size === 0 ? undefined : { operations, schemas: gathered.schemas, missing: gathered.missing };
}

async function gatherDefinitions(root: XmlElement, url: string, gathered: Gathered): Promise<void> {
	gathered.definitions.push(root);
	for (const types of childrenNamed(root, WSDL, 'types')) {
		for (const schema of childrenNamed(types, XSD, 'schema')) await gatherSchema(schema, url, '', gathered);
	}
	for (const reference of childrenNamed(root, WSDL, 'import')) {
		const imported = await follow(attribute(reference, 'location'), url, gathered);
		if (imported) await gatherDefinitions(imported.root, imported.url, gathered);
	}
}

async function gatherSchema(schema: XmlElement, url: string, namespaceOfIncluder: string, gathered: Gathered): Promise<void> {
	gathered.schemas.add(schema, namespaceOfIncluder);
	for (const reference of schema.children) {
		if (reference.namespace !== XSD || !/^(import|include)$/.test(reference.name)) continue;
		const imported = await follow(attribute(reference, 'schemaLocation'), url, gathered);
		if (imported === undefined) continue;
		const includer = reference.name === 'include' ? (attribute(schema, 'targetNamespace') ?? namespaceOfIncluder) : '';
		await gatherSchema(imported.root, imported.url, includer, gathered);
	}
}

/** Only addresses on the same origin are followed: a description must not make n8n call anybody else. */
async function follow(location: string | undefined, from: string, gathered: Gathered): Promise<{ root: XmlElement; url: string } | undefined> {
	if (location === undefined || !URL.canParse(location, from)) return undefined;
	const url = new URL(location, from).href;
	if (gathered.seen.has(url)) return undefined;
	gathered.seen.add(url);
	const isAllowed = new URL(url).origin === new URL(from).origin && gathered.seen.size <= MAX_DOCUMENTS;
	const root = isAllowed ? await gathered.read(url) : undefined;
	if (root === undefined) {
		gathered.missing.push(url);
		return undefined;
	}
	return { root, url };
}

function describeOperations({ definitions, schemas }: Gathered): Map<string, OperationDescription> {
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
				if (request) operations.set(name, { name, soapAction: actions.get(name) ?? '', request, response });
			}
		}
	}
	return operations;
}

/** Message name to the elements it carries. */
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
