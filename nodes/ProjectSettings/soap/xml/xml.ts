import { InvalidInput } from '../../../rules/invalidInput';
import { DamagedFile, UnreadableFile } from '../../../texts/files/reader';
import { type Element, Xml } from '../../../texts/localeFile/xml';
import { PROLOG, SoapResponseError, tooLarge } from './decode';

/** Text to plain elements, and back. Files of texts have the same reader. */

export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
export const SOAP_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** Tags and attributes together: each takes far more memory than its text. */
export const MAX_PARTS = 200_000;

export interface QName {
	namespace: string;
	name: string;
}

export interface XmlElement extends QName {
	attributes: Array<QName & { value: string }>;
	children: XmlElement[];
	/** Empty beside other elements. */
	text: string;
	/** As it was read: it knows the prefixes that are valid inside. */
	read: Element;
}

/** An element to be written. `null` content is written as nil. */
export interface XmlNode extends QName {
	content: string | null | XmlNode[];
}

const FORBIDDEN_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const NCNAME = /^[\p{L}_][\p{L}\p{M}\p{N}._\u00B7-]*$/u;

/** The reader expands no entities but the five of XML, and limits the depth. */
export function parseXml(text: string): XmlElement {
	if (/^<!doctype/i.test(text.replace(PROLOG, '')))
		throw new SoapResponseError(
			'The answer carries a document type declaration (DTD), which SOAP forbids and which can be used for attacks',
			'Check that Service URL in the credential is right and that nothing intercepts the connection.',
		);
	if ((text.match(/<|=\s*["']/g)?.length ?? 0) > MAX_PARTS)
		throw tooLarge(
			`The answer has more than ${MAX_PARTS.toLocaleString('en')} tags and attributes`,
		);
	try {
		return readTree(new Xml(text));
	} catch (error) {
		throw inWords(error);
	}
}

function inWords(error: unknown): unknown {
	if (error instanceof DamagedFile)
		return new SoapResponseError(
			'The answer is not well-formed XML',
			'The answer was probably cut off on its way. Try the call again.',
		);
	return error instanceof UnreadableFile
		? new SoapResponseError(`The answer ${error.message}`)
		: error;
}

function readTree(xml: Xml): XmlElement {
	const parents = new Set<number | undefined>();
	for (const element of xml.elements(() => false)) parents.add(element?.parent?.start);

	const childrenOf = new Map<Element | undefined, XmlElement[]>();
	for (const read of xml.elements(({ start }) => !parents.has(start))) {
		if (!read) continue;
		const siblings = childrenOf.get(read.parent) ?? [];
		childrenOf.set(read.parent, siblings);
		siblings.push({
			...resolve(read, read.name, read.inherited('xmlns')),
			attributes: [...read.attributes]
				.filter(([name]) => !/^xmlns(:|$)/.test(name))
				.map(([name, value]) => ({ ...resolve(read, name), value })),
			children: childrenOf.get(read) ?? [],
			text: xml.contentOf(read).text,
			read,
		});
	}
	return childrenOf.get(undefined)![0]!;
}

function resolve(element: Element, qualified: string, unprefixed = ''): QName {
	const colon = qualified.indexOf(':');
	const name = qualified.slice(colon + 1);
	if (name === '__proto__') throw new SoapResponseError(`The answer has a "${qualified}"`);
	if (colon === -1) return { namespace: unprefixed, name };
	const prefix = qualified.slice(0, colon);
	const namespace = prefix === 'xml' ? XML_NAMESPACE : element.inherited(`xmlns:${prefix}`);
	if (namespace !== undefined) return { namespace, name };
	throw new SoapResponseError(`The answer uses the prefix of "${qualified}" without declaring it`);
}

/** Resolves the name in an attribute such as `type="tns:Code"`. */
export const resolveName = ({ read }: XmlElement, qualified: string): QName =>
	resolve(read, qualified.trim(), read.inherited('xmlns'));

export function attribute(element: XmlElement, name: string, namespace = ''): string | undefined {
	return element.attributes.find((entry) => entry.name === name && entry.namespace === namespace)
		?.value;
}

export function childrenNamed(element: XmlElement, namespace: string, name: string): XmlElement[] {
	return element.children.filter((child) => child.name === name && child.namespace === namespace);
}

export function isNil(element: XmlElement): boolean {
	return isTrue(attribute(element, 'nil', XSI)?.trim());
}

export const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1';

const codePoint = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Escapes text so that every XML reader gives back exactly the same characters. */
function escapeText(text: string, field: string): string {
	const forbidden = FORBIDDEN_CHARACTER.exec(text);
	if (forbidden !== null) {
		throw new InvalidInput(
			`"${field}" contains the character ${codePoint(forbidden[0])}, which XML cannot carry`,
			'Remove control characters and broken emoji from the text before it reaches this node.',
		);
	}
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;')
		.replace(/\r/g, '&#xD;');
}

/** Declares namespaces where they change, so it needs no prefixes. */
export function buildXml(root: XmlNode): string {
	const declarations = { 'xmlns:soap': SOAP_ENVELOPE, 'xmlns:xsi': XSI };
	return `<?xml version="1.0" encoding="utf-8"?>${toXml(root, '', declarations)}`;
}

function toXml(
	node: XmlNode,
	defaultNamespace: string,
	declarations: Record<string, string>,
): string {
	if (!NCNAME.test(node.name)) {
		throw new InvalidInput(
			`"${node.name}" cannot be the name of a field`,
			'Names start with a letter or an underscore and contain no spaces.',
		);
	}
	const prefixed = node.namespace === SOAP_ENVELOPE;
	const attributes: Record<string, string> = { ...declarations };
	if (!prefixed && node.namespace !== defaultNamespace)
		attributes.xmlns = escapeText(node.namespace, 'namespace');
	if (node.content === null) attributes['xsi:nil'] = 'true';

	const inner = prefixed ? defaultNamespace : node.namespace;
	const content = Array.isArray(node.content)
		? node.content.map((child) => toXml(child, inner, {})).join('')
		: escapeText(node.content ?? '', node.name);
	const tag = prefixed ? `soap:${node.name}` : node.name;
	const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
	const start = `<${tag}${written.join('')}`;
	return content === '' ? `${start}/>` : `${start}>${content}</${tag}>`;
}
