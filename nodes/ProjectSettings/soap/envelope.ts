import { type Fault, readFault } from './fault';
import { SoapResponseError, unexpectedXml } from './xml/responseError';
import { buildXml, parseXml, SOAP_ENVELOPE, type XmlElement, type XmlNode } from './xml/xml';

/** Requests are always SOAP 1.1; responses may also be SOAP 1.2. */
const ENVELOPES = new Set([SOAP_ENVELOPE, 'http://www.w3.org/2003/05/soap-envelope']);

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
	throw new SoapResponseError(
		other === undefined
			? `The service answered ${operation} with an empty SOAP body`
			: `The service answered ${operation} with "${other.slice(0, 100)}" instead of "${operation}Response"`,
		'Check that Service URL in the credential belongs to the project settings service.',
	);
}

function bodyOf(root: XmlElement): XmlElement {
	if (root.name !== 'Envelope' || !ENVELOPES.has(root.namespace))
		throw unexpectedXml('not SOAP', root.name);
	const body = root.children.find(
		(child) => child.name === 'Body' && child.namespace === root.namespace,
	);
	if (body === undefined)
		throw new SoapResponseError('The service answered with a SOAP envelope that has no body');
	return body;
}
