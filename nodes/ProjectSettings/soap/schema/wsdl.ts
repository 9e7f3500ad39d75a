import { asError, isStatus } from '../../../http/errors';
import { SoapResponseError } from '../xml/decode';
import { attribute, childrenNamed, type QName, resolveName, type XmlElement } from '../xml/xml';
import { type ElementDeclaration, SchemaSet, XSD } from './schema';

export const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const WSDL_SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/';

export interface OperationDescription {
	/** From the binding; empty if it states none. */
	soapAction: string;
	request: ElementDeclaration;
	response?: ElementDeclaration;
}

/** By the name of the operation. */
export type ServiceDescription = ReadonlyMap<string, OperationDescription>;

/** Reads one document. Undefined if there is none; throws if nobody can tell. */
export type ReadDocument = (url: string) => Promise<XmlElement | undefined>;

/**
 * Reads the WSDL in one piece: of its parts, WCF names the address that only it may reach.
 * Undefined if the service publishes none; throws if nobody can tell, or it comes in parts.
 * A service may fail on `?singleWsdl` only because it does not know it.
 */
export async function readDescription(
	address: string,
	read: ReadDocument,
): Promise<ServiceDescription | undefined> {
	const usual = async () => describedIn(await read(`${address}?wsdl`));
	return await read(`${address}?singleWsdl`).then(
		async (root) => (root ? describedIn(root) : await usual()),
		async (error: unknown) => {
			// A refused login is not tried twice: accounts lock.
			const isDenied = isStatus(error, 401);
			const found = isDenied ? undefined : await usual().catch(() => undefined);
			if (found) return found;
			throw asError(error);
		},
	);
}

function describedIn(root: XmlElement | undefined): ServiceDescription | undefined {
	if (!root) return undefined;
	const schemas = childrenNamed(root, WSDL, 'types').flatMap((types) =>
		childrenNamed(types, XSD, 'schema'),
	);
	const imports = [
		...childrenNamed(root, WSDL, 'import').map((each) => attribute(each, 'location')),
		...schemas.flatMap(({ children }) => children.map((each) => attribute(each, 'schemaLocation'))),
	];
	if (imports.some(Boolean))
		throw new SoapResponseError('It comes in parts', 'The node reads a WSDL in one piece.');
	const operations = describeOperations(root, schemas);
	return operations.size > 0 ? operations : undefined;
}

function describeOperations(
	root: XmlElement,
	schemas: XmlElement[],
): Map<string, OperationDescription> {
	const all = new SchemaSet();
	for (const schema of schemas) all.add(schema);
	const messages = indexMessages(root);
	const actions = indexActions(root);
	const operations = new Map<string, OperationDescription>();
	for (const operation of operationsIn(root, 'portType')) {
		const name = attribute(operation, 'name') ?? '';
		const elementOf = (direction: 'input' | 'output') => {
			const [message] = childrenNamed(operation, WSDL, direction);
			const reference = message && attribute(message, 'message');
			const element = reference && messages.get(resolveName(message, reference).name);
			return element ? all.element(element) : undefined;
		};
		const request = elementOf('input');
		const soapAction = actions.get(name) ?? '';
		if (request) operations.set(name, { soapAction, request, response: elementOf('output') });
	}
	return operations;
}

const operationsIn = (root: XmlElement, parent: 'portType' | 'binding') =>
	childrenNamed(root, WSDL, parent).flatMap((each) => childrenNamed(each, WSDL, 'operation'));

/** Message name to its element: document style has one. */
function indexMessages(root: XmlElement): Map<string, QName> {
	const messages = new Map<string, QName>();
	for (const message of childrenNamed(root, WSDL, 'message')) {
		const [part] = childrenNamed(message, WSDL, 'part');
		const element = part && attribute(part, 'element');
		if (element) messages.set(attribute(message, 'name') ?? '', resolveName(part, element));
	}
	return messages;
}

function indexActions(root: XmlElement): Map<string, string> {
	const actions = new Map<string, string>();
	for (const operation of operationsIn(root, 'binding')) {
		const [soap] = childrenNamed(operation, WSDL_SOAP, 'operation');
		const action = soap && attribute(soap, 'soapAction');
		if (action) actions.set(attribute(operation, 'name') ?? '', action);
	}
	return actions;
}
