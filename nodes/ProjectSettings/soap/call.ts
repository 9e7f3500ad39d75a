import { Cancelled, unlessCancelled } from '../../core/concurrency';
import { TOO_LARGE } from '../../http/body';
import { CANCELLED_BEFORE_SENT, type HttpResponse, type Outcome } from '../../http/types';
import { MAX_RECEIVED } from '../../rules/limits';
import { denialOf, isAboutAccess, isAnswered, unreadable } from './errors';
import { buildEnvelope, Fault, readEnvelope } from './fault';
import { encodeAsGiven, type FieldEntries } from './schema/encode';
import type { ServiceSettings, TicketSettings } from './settings';
import { dropTicket, type Issued, ticketFor } from './ticket';
import { decodeXml, SoapResponseError, tooLarge } from './xml/decode';
import type { XmlElement, XmlNode } from './xml/xml';

/** One SOAP call over any way to post bytes. It needs no n8n, so a credential test can use it. */

interface SoapRequest {
	url: string;
	/** For the log. */
	operation: string;
	headers: Record<string, string>;
	body: string;
}

/** Posts a request. The body of a response is a Buffer, or empty text. */
export type Post = (request: SoapRequest) => Promise<Outcome>;

export interface SoapCall {
	operation: string;
	soapAction: string;
	namespace: string;
	fields: FieldEntries;
	/** The contents of the request element, with the ticket if one is given. */
	content: (ticket?: readonly [name: string, value: string]) => XmlNode[];
}

/** The body of a response is its element, a `Fault`, or the text of an HTTP error. */
export async function callService(
	settings: ServiceSettings,
	call: SoapCall,
	post: Post,
	signal?: AbortSignal,
): Promise<Outcome> {
	const { ticket } = settings;
	if (ticket === undefined) return await postCall(settings, call, post);

	const issue = async () =>
		await issuedTicket(ticket, async () => await fetchTicket(ticket, settings, post), signal);
	const first = await issue();
	if (first.ticket === undefined) return first;
	const outcome = await postCall(settings, call, post, first.ticket);
	if (!isAboutAccess(outcome) || !(await dropTicket(ticket, first.ticket))) return outcome;
	const second = await issue();
	if (second.ticket === undefined) return second;
	return await postCall(settings, call, post, second.ticket);
}

/** Another execution may be logging on already. This one stops waiting when it is cancelled. */
async function issuedTicket(
	ticket: TicketSettings,
	logOn: () => Promise<Issued>,
	signal?: AbortSignal,
): Promise<{ ticket: string } | (Outcome & { ticket?: undefined })> {
	return await unlessCancelled(ticketFor(ticket, logOn), signal).catch((error: unknown) => {
		if (error instanceof Cancelled) return CANCELLED_BEFORE_SENT;
		throw error;
	});
}

async function fetchTicket(
	{ source }: TicketSettings,
	settings: ServiceSettings,
	post: Post,
): Promise<Issued> {
	if ('ticket' in source) return source;
	const { logon } = source;
	const { url, namespace, operation, soapAction, fields } = logon;
	const { headers } = settings;
	const body = [{ namespace, name: operation, content: encodeAsGiven(namespace, fields) }];
	const outcome = await postBody(body, { url, operation, soapAction, headers }, post);
	const ticket = isAnswered(outcome) && findText(outcome.response.body, logon.resultField);
	return ticket ? { ticket } : { denied: denialOf(outcome, logon, settings) };
}

function findText(element: XmlElement, name: string): string | undefined {
	for (const child of element.children) {
		const found = child.name === name ? child.text.trim() : findText(child, name);
		if (found) return found;
	}
	return undefined;
}

async function postCall(
	settings: ServiceSettings,
	call: SoapCall,
	post: Post,
	ticket?: string,
): Promise<Outcome> {
	const { operation, soapAction, namespace } = call;
	const { url, headers, secrets } = settings;
	const { element = '', placement } = settings.ticket ?? {};
	// A service may quote the ticket in an error.
	if (ticket !== undefined) secrets.add(ticket);
	const content = call.content(
		ticket === undefined || placement === 'body' ? undefined : [element, ticket],
	);
	const body: XmlNode[] = [{ namespace, name: operation, content }];
	if (ticket !== undefined && placement === 'body')
		body.unshift({ namespace, name: element, content: ticket });
	return await postBody(body, { url, operation, soapAction, headers }, post);
}

async function postBody(
	body: XmlNode[],
	{ soapAction, headers, ...request }: Omit<SoapRequest, 'body'> & { soapAction: string },
	post: Post,
): Promise<Outcome> {
	const outcome = await post({
		...request,
		headers: {
			...headers,
			'Content-Type': 'text/xml; charset=utf-8',
			SOAPAction: `"${soapAction}"`,
			Accept: 'text/xml',
		},
		body: buildEnvelope(body),
	});
	const { operation } = request;
	return readOutcome(outcome, operation, ({ body: bytes, headers: { 'content-type': type } }) =>
		readEnvelope(decodeXml(bytes as Buffer, type), operation),
	);
}

/** The service is too busy, or a gateway speaks for it. A fault with them decides nothing. */
const NO_DECISION = new Set([429, 502, 503, 504]);

/** The status of a response does not count if its body can be read: SOAP sends faults with a 500. */
export function readOutcome(
	outcome: Outcome,
	what: string,
	read: (response: HttpResponse) => XmlElement | Fault | undefined,
): Outcome {
	const { response, lost } = outcome;
	if (!response)
		return lost?.code === TOO_LARGE
			? unreadable(tooLarge(`The answer is larger than ${MAX_RECEIVED.xmlBytes / 1_048_576} MB`))
			: outcome;
	const { status } = response;
	if (status >= 300 && status < 400) return redirected(response, what);
	try {
		const body = read(response);
		if (!(body instanceof Fault)) return { response: { ...response, status: 200, body } };
		return { response: { ...response, body: NO_DECISION.has(status) ? body.reason : body } };
	} catch (error) {
		return status < 300 ? unreadable(error) : withText(response);
	}
}

/** Keeps the beginning of the body, for an error. */
function withText(response: HttpResponse): Outcome {
	const { body } = response;
	const text = Buffer.isBuffer(body) ? body.subarray(0, 4_000).toString('utf8') : '';
	return { response: { ...response, body: text } };
}

function redirected(response: HttpResponse, what: string): Outcome {
	const address = (response.headers.location ?? 'another address').split('?')[0];
	const body = new SoapResponseError(
		`The service redirects ${what} to ${address}`,
		'If you trust that address, enter it in the credential.',
	);
	return { response: { ...response, body } };
}
