import { SoapResponseError, unexpectedXml } from './xml/decode';
import { buildXml, parseXml, SOAP_ENVELOPE, type XmlElement, type XmlNode } from './xml/xml';

/** The service understood the envelope and refused the call. */
export class Fault {
	constructor(
		readonly code: string,
		readonly reason: string,
		/** Everything else the service said, as readable text. */
		readonly detail: string,
	) {}
}

const MAX_DETAIL_LENGTH = 2_000;

/** Whatever is neither code nor reason is detail. */
function readFault(fault: XmlElement): Fault {
	const [code] = fault.children.filter(({ name }) => name === 'faultcode');
	const [reason] = fault.children.filter(({ name }) => name === 'faultstring');
	const rest = fault.children.filter((child) => child !== code && child !== reason);
	const detail =
		fault.children.length === 0
			? fault.text.trim()
			: rest.map((child) => readable(child, 'detail')).join('; ');
	return new Fault(
		code ? inOneLine(code) : '',
		reason ? inOneLine(reason) : '',
		detail.length > MAX_DETAIL_LENGTH ? `${detail.slice(0, MAX_DETAIL_LENGTH)}…` : detail,
	);
}

/** `Name: value` for each value at any depth, without the names of wrappers. */
function readable(element: XmlElement, unnamed: string): string {
	if (element.children.length > 0) {
		return element.children
			.map((child) => readable(child, ''))
			.filter(Boolean)
			.join('; ');
	}
	const text = inOneLine(element);
	if (text === '') return '';
	return element.name.toLowerCase() === unnamed ? text : `${element.name}: ${text}`;
}

const inOneLine = ({ text }: XmlElement) => text.replace(/\s+/g, ' ').trim();

/**
 * SOAP has no standard code for a refused caller, so this goes by words. A word too many costs
 * one more logon: a fault means that nothing was done.
 */
const ABOUT_ACCESS =
	/\b(tickets?|sessions?|log ?[io]ns?|logged (in|on|out|off)|sign ?in|credentials?|passwords?|api ?keys?|(access|security) token|token expired|unauthori[sz]ed|not authori[sz]ed|unauthenticated|authenticat\w*|access (is |was |has been )?denied|invalid security|verifying security)\b/;

const MAX_JUDGED = 2_000;

/** True if the service refused the caller rather than the request. */
export const isAccessFault = ({ code, reason, detail }: Fault): boolean =>
	ABOUT_ACCESS.test(wordsOf(`${code} ${reason} ${detail}`));

/** Splits codes such as InvalidTicket or TICKET_EXPIRED into words. */
function wordsOf(text: string): string {
	return text
		.slice(0, MAX_JUDGED)
		.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.toLowerCase();
}

/** Faults after a call in the wrong namespace or with the wrong action. */
const WRONG_CONTRACT =
	/ActionNotSupported|ContractFilter|ContractDescription|EndpointDispatcher|SOAPAction|not recogni[sz]ed|No matching global declaration/i;

/** True if the service does not know this kind of message. */
export function isContractFault({ code, reason, detail }: Fault): boolean {
	return WRONG_CONTRACT.test(`${code} ${reason} ${detail}`);
}

/** Document/literal: the elements given are the body. */
export function buildEnvelope(body: XmlNode[]): string {
	return buildXml({
		namespace: SOAP_ENVELOPE,
		name: 'Envelope',
		content: [{ namespace: SOAP_ENVELOPE, name: 'Body', content: body }],
	});
}

/** Returns the response element or the fault; throws on anything else. */
export function readEnvelope(text: string, operation: string): XmlElement | Fault {
	const body = bodyOf(parseXml(text));
	const fault = body.children.find((child) => child.name === 'Fault');
	if (fault) return readFault(fault);
	const response = body.children.find((child) => child.name === `${operation}Response`);
	if (response) return response;
	const other = body.children[0]?.name;
	throw new SoapResponseError(
		other === undefined
			? `The service answered ${operation} with an empty SOAP body`
			: `The service answered ${operation} with "${other.slice(0, 100)}" instead of "${operation}Response"`,
		'Check that Service URL in the credential belongs to the project settings service.',
	);
}

function bodyOf(root: XmlElement): XmlElement {
	if (root.name !== 'Envelope' || root.namespace !== SOAP_ENVELOPE)
		throw unexpectedXml('not SOAP 1.1', root.name);
	const body = root.children.find(
		(child) => child.name === 'Body' && child.namespace === root.namespace,
	);
	if (body === undefined)
		throw new SoapResponseError('The service answered with a SOAP envelope that has no body');
	return body;
}
