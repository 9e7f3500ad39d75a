import { XMLParser, XMLValidator } from 'fast-xml-parser';

import { InvalidInput } from '../../../../l10n/invalidInput';
import { asResponseError, PROLOG, SoapResponseError, tooLarge } from './decode';

/** The only file that uses the XML library: text to plain elements, and back. */

export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
export const SOAP_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

export const XML_LIMITS = {
	depth: 64,
	/** Tags and attributes together: each takes far more memory than its text. */
	parts: 200_000,
};

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

export interface QName {
	namespace: string;
	name: string;
}

export interface XmlElement extends QName {
	attributes: Array<QName & { value: string }>;
	children: XmlElement[];
	/** The element's own text, without that of its children. */
	text: string;
	/** Prefix to namespace, as valid inside this element. */
	prefixes: ReadonlyMap<string, string>;
}

/** An element to be written. `null` content is written as nil. */
export interface XmlNode extends QName {
	content: string | null | XmlNode[];
}

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';

type OrderedNode = Record<string, unknown>;

// Entities stay undecoded: the library would also expand those that a document declares. It calls
// this decoder only for a declaration in the middle of a document.
const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	textNodeName: TEXT,
	cdataPropName: CDATA,
	parseTagValue: false,
	parseAttributeValue: false,
	trimValues: false,
	processEntities: false,
	ignoreDeclaration: true,
	ignorePiTags: true,
	maxNestedTags: XML_LIMITS.depth - 1,
	jPath: false,
	entityDecoder: {
		setExternalEntities: () => {},
		addInputEntities: refuseDocumentType,
		reset: () => {},
		decode: (text) => text,
		setXmlVersion: () => {},
	},
});

const FORBIDDEN_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const NCNAME = /^[\p{L}_][\p{L}\p{M}\p{N}._\u00B7-]*$/u;

const NAMED_ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

export function parseXml(text: string): XmlElement {
	refuseUnsafe(text);
	const problem = XMLValidator.validate(text);
	if (problem !== true) {
		throw new SoapResponseError(
			`The answer is not well-formed XML (line ${problem.err.line}: ${problem.err.msg.slice(0, 200)})`,
			'The answer was probably cut off on its way. Try the call again.',
		);
	}
	const [root, ...others] = readDocument(text).filter((node) => !isBlankText(node));
	if (root === undefined || others.length > 0 || elementName(root) === undefined) {
		throw new SoapResponseError('The answer is not an XML document with one root element');
	}
	return toElement(root, new Map([['xml', XML_NAMESPACE]]));
}

function refuseUnsafe(text: string): void {
	if (text.startsWith('<!', PROLOG.exec(text)?.[0].length)) refuseDocumentType();
	const forbidden = FORBIDDEN_CHARACTER.exec(text);
	if (forbidden !== null) {
		throw new SoapResponseError(
			`The answer contains the character ${codePoint(forbidden[0])}, which XML does not allow`,
		);
	}
	// The parser limits the depth, but not how much there is of everything.
	if ((text.match(/<|=\s*["']/g)?.length ?? 0) > XML_LIMITS.parts)
		throw tooLarge(
			`The answer has more than ${XML_LIMITS.parts.toLocaleString('en')} tags and attributes`,
		);
}

function refuseDocumentType(): never {
	throw new SoapResponseError(
		'The answer carries a document type declaration (DTD), which SOAP forbids and which can be used for attacks',
		'Check that Service URL in the credential is right and that nothing intercepts the connection.',
	);
}

function isBlankText(node: OrderedNode): boolean {
	const text = node[TEXT];
	return typeof text === 'string' && text.trim() === '';
}

function readDocument(text: string): OrderedNode[] {
	try {
		return parser.parse(text) as OrderedNode[];
	} catch (error) {
		const { message, advice } = asResponseError(error);
		throw /nested tags/i.test(message)
			? new SoapResponseError(`The answer nests elements more than ${XML_LIMITS.depth} deep`)
			: new SoapResponseError(message, advice);
	}
}

function elementName(node: OrderedNode): string | undefined {
	return Object.keys(node).find((key) => key !== ATTRIBUTES && key !== TEXT && key !== CDATA);
}

function toElement(node: OrderedNode, inherited: ReadonlyMap<string, string>): XmlElement {
	const tag = elementName(node) ?? '';
	const raw = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>);
	const prefixes = declaredPrefixes(raw, inherited);
	const attributes = raw
		.filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
		.map(([name, value]) => ({
			...resolve(name, prefixes, ''),
			value: decodeEntities(value.replace(/[\t\n]/g, ' ')),
		}));

	const children: XmlElement[] = [];
	let text = '';
	for (const child of node[tag] as OrderedNode[]) {
		if (typeof child[TEXT] === 'string') text += decodeEntities(child[TEXT]);
		else if (CDATA in child)
			text += (child[CDATA] as Array<Record<string, string>>)[0]?.[TEXT] ?? '';
		else if (elementName(child) !== undefined) children.push(toElement(child, prefixes));
	}
	return {
		...resolve(tag, prefixes, prefixes.get('') ?? ''),
		attributes,
		children,
		text,
		prefixes,
	};
}

function declaredPrefixes(
	attributes: Array<[string, string]>,
	inherited: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
	const declared = attributes.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
	if (declared.length === 0) return inherited;
	const prefixes = new Map(inherited);
	for (const [name, value] of declared)
		prefixes.set(name.slice('xmlns:'.length), decodeEntities(value));
	return prefixes;
}

function resolve(
	qualified: string,
	prefixes: ReadonlyMap<string, string>,
	unprefixed: string,
): QName {
	const colon = qualified.indexOf(':');
	if (colon === -1) return { namespace: unprefixed, name: qualified };
	const namespace = prefixes.get(qualified.slice(0, colon));
	if (namespace === undefined) {
		throw new SoapResponseError(
			`The answer uses the prefix of "${qualified}" without declaring it`,
		);
	}
	return { namespace, name: qualified.slice(colon + 1) };
}

/** `&#x10FFFF;` with room for leading zeros. */
const MAX_REFERENCE_LENGTH = 16;

/** Decodes the five entities and character references, but nothing a document declares. */
function decodeEntities(text: string): string {
	let from = 0;
	let decoded = '';
	for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', from)) {
		const reference = text.slice(at, at + MAX_REFERENCE_LENGTH);
		const name = reference.slice(1, Math.max(1, reference.indexOf(';')));
		const character = NAMED_ENTITIES.get(name) ?? characterReference(name);
		if (character === undefined)
			throw new SoapResponseError(
				`The answer refers to an entity that SOAP does not allow (${reference})`,
			);
		decoded += text.slice(from, at) + character;
		from = at + name.length + 2;
	}
	return from === 0 ? text : decoded + text.slice(from);
}

function characterReference(name: string): string | undefined {
	const match = /^#(?:x0*([0-9a-f]{1,6})|0*([0-9]{1,7}))$/i.exec(name);
	if (match === null) return undefined;
	const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16);
	if (code > 0x10ffff) return undefined;
	const character = String.fromCodePoint(code);
	return FORBIDDEN_CHARACTER.test(character) ? undefined : character;
}

function codePoint(character: string): string {
	return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Resolves the name in an attribute such as `type="tns:Code"`. */
export function resolveName(element: XmlElement, qualified: string): QName {
	return resolve(qualified.trim(), element.prefixes, element.prefixes.get('') ?? '');
}

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

const escapeAttributeText = (text: string, field: string) =>
	escapeText(text, field).replace(/\n/g, '&#xA;').replace(/\t/g, '&#x9;');

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
	if (!prefixed && node.namespace !== defaultNamespace) {
		attributes.xmlns = escapeAttributeText(node.namespace, 'namespace');
	}
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
