import { type Fault, SoapAnswerError } from './failures';
import { buildXml, parseXml, SOAP_ENVELOPE, type XmlElement, type XmlNode } from './xml/xml';

/** Requests are always SOAP 1.1; answers may also be SOAP 1.2. */
const ENVELOPES = new Set([SOAP_ENVELOPE, 'http://www.w3.org/2003/05/soap-envelope']);

const LONGEST_DETAIL = 2_000;

/** Document/literal: the elements given are the body. */
export function buildEnvelope(body: XmlNode[]): string {
	return buildXml({
		namespace: SOAP_ENVELOPE,
		name: 'Envelope',
		content: [{ namespace: SOAP_ENVELOPE, name: 'Body', content: body }],
	});
}

export type EnvelopeContent =
	{ response: XmlElement; fault?: undefined } | { fault: Fault; response?: undefined };

/** Returns the response element or the fault; throws on anything else. */
export function readEnvelope(text: string, operation: string): EnvelopeContent {
	const body = bodyOf(parseXml(text));
	const fault = body.children.find((child) => child.name === 'Fault');
	if (fault) return { fault: readFault(fault) };
	const response = body.children.find((child) => child.name === `${operation}Response`);
	if (response) return { response };
	const other = body.children[0]?.name;
	throw new SoapAnswerError(
		other === undefined
			? `The service answered ${operation} with an empty SOAP body`
			: `The service answered ${operation} with "${other.slice(0, 100)}" instead of "${operation}Response"`,
		'Check that Service URL in the credential belongs to the project settings service.',
	);
}

function bodyOf(root: XmlElement): XmlElement {
	if (root.name !== 'Envelope' || !ENVELOPES.has(root.namespace)) {
		throw new SoapAnswerError(
			`The service answered with XML that is not SOAP (its first element is "${root.name.slice(0, 100)}")`,
		);
	}
	const body = root.children.find(
		(child) => child.name === 'Body' && child.namespace === root.namespace,
	);
	if (body === undefined)
		throw new SoapAnswerError('The service answered with a SOAP envelope that has no body');
	return body;
}

/** SOAP 1.1 (faultcode, faultstring, detail), 1.2 (Code, Reason, Detail), or neither. */
function readFault(fault: XmlElement): Fault {
	const named = (...names: string[]) =>
		fault.children.find((child) => names.includes(child.name.toLowerCase()));
	const code = named('faultcode', 'code');
	const reason = named('faultstring', 'reason');
	const rest = fault.children.filter((child) => child !== code && child !== reason);
	const detail =
		rest.length === 0 && !code && !reason
			? fault.text.trim()
			: rest.map((child) => readable(child, 'detail')).join('; ');
	return {
		code: leafTexts(code).join(' / '),
		reason: leafTexts(reason).join(' '),
		detail: detail.length > LONGEST_DETAIL ? `${detail.slice(0, LONGEST_DETAIL)}…` : detail,
	};
}

function leafTexts(element: XmlElement | undefined): string[] {
	if (element === undefined) return [];
	if (element.children.length > 0) return element.children.flatMap(leafTexts);
	const text = element.text.replace(/\s+/g, ' ').trim();
	return text === '' ? [] : [text];
}

/** `Name: value` for each value at any depth, without the names of wrappers. */
function readable(element: XmlElement, unnamed: string): string {
	if (element.children.length > 0) {
		return element.children
			.map((child) => readable(child, ''))
			.filter(Boolean)
			.join('; ');
	}
	const text = element.text.replace(/\s+/g, ' ').trim();
	if (text === '') return '';
	return element.name.toLowerCase() === unnamed ? text : `${element.name}: ${text}`;
}
