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
	return new Fault(
		leafTexts(code).join(' / '),
		leafTexts(reason).join(' '),
		detail.length > MAX_DETAIL_LENGTH ? `${detail.slice(0, MAX_DETAIL_LENGTH)}…` : detail,
	);
}

function leafTexts(element: XmlElement | undefined): string[] {
	if (element === undefined) return [];
	if (element.children.length > 0) return element.children.flatMap(leafTexts);
	const text = inOneLine(element);
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
	const text = inOneLine(element);
	if (text === '') return '';
	return element.name.toLowerCase() === unnamed ? text : `${element.name}: ${text}`;
}

const inOneLine = ({ text }: XmlElement) => text.replace(/\s+/g, ' ').trim();

/** SOAP has no standard code for a refused caller, so this goes by the words of the fault. */

const PROOF = 'tickets?|sessions?|log ?[io]ns?|sign ?in|credentials?|passwords?|api ?keys?';
const REFUSED =
	'invalid|bad|wrong|unknown|expired|missing|required|denied|refused|rejected|revoked|failed|failure|not (?:valid|found|accepted|recogni[sz]ed|provided|specified)|no longer|timed out';
const FILLER = '(?:(?:is|are|has|have|was|were|been|the|or) )*';
const NOT_ALLOWED =
	'unauthori[sz]ed|not authori[sz]ed|unauthenticated|access (?:is |was |has been )?denied';

/** An ambiguous word, as in "unexpected token", counts only next to a word of refusal. */
const nearRefusal = (what: string) =>
	`(?:${what}) ${FILLER}(?:${REFUSED})|(?:${REFUSED}) ${FILLER}(?:${what})`;

const IN_REASON = new RegExp(
	`\\b(?:${PROOF}|${NOT_ALLOWED}|authenticat\\w*|logged (?:in|on|out|off)|(?:access|security) token|invalid security|verifying security|${nearRefusal('tokens?')})\\b`,
);
/** Details quote fields of the call, which may contain anything. */
const IN_DETAIL = new RegExp(
	`\\b(?:${NOT_ALLOWED}|${nearRefusal(`${PROOF}|tokens?|authentication`)})\\b`,
);

const MAX_JUDGED = 2_000;

/** True if the service refused the caller rather than the request. */
export function isAccessFault({ code, reason, detail }: Fault): boolean {
	return IN_REASON.test(wordsOf(`${code} ${reason}`)) || IN_DETAIL.test(wordsOf(detail));
}

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
	if (root.name !== 'Envelope' || !ENVELOPES.has(root.namespace))
		throw unexpectedXml('not SOAP', root.name);
	const body = root.children.find(
		(child) => child.name === 'Body' && child.namespace === root.namespace,
	);
	if (body === undefined)
		throw new SoapResponseError('The service answered with a SOAP envelope that has no body');
	return body;
}
