import { Cancelled, unlessCancelled } from '../../core/concurrency';
import { TOO_LARGE } from '../../http/body';
import { checkPort, NO_HTTPS } from '../../http/outcome';
import { retryAfterOf } from '../../http/retryAfter';
import {
	CANCELLED_BEFORE_SENT,
	type Denied,
	type HttpResponse,
	type Lost,
	type Outcome,
} from '../../http/types';
import { MAX_RECEIVED } from '../../rules/limits';
import { buildEnvelope, type Fault, isAccessFault, readEnvelope } from './fault';
import { encodeAsGiven } from './schema/encode';
import type { LogonSettings, ServiceSettings, TicketSettings } from './settings';
import { dropTicket, type Issued, noteDenial, ticketFor } from './ticket';
import { asResponseError, decodeXml, SoapResponseError, tooLarge } from './xml/decode';
import type { XmlElement, XmlNode } from './xml/xml';

/** One SOAP call over any way to post bytes. It needs no n8n, so a credential test can use it. */

export interface SoapRequest {
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
	/** The contents of the request element, with the ticket if one is given. */
	content: (ticket?: readonly [name: string, value: string]) => XmlNode[];
}

/** The result of a call. Exactly one field is set. */
export interface CallResult {
	response?: XmlElement;
	/** The service refused the call, with this HTTP status. */
	fault?: Fault & { status: number };
	/** The response cannot be read, so the outcome is unknown. */
	unreadable?: SoapResponseError;
	/** The service redirected the call and did nothing. */
	misdirected?: SoapResponseError;
	/** An HTTP error that decides nothing, or no response. */
	outcome?: Outcome;
}

export async function callService(
	settings: ServiceSettings,
	call: SoapCall,
	post: Post,
	signal?: AbortSignal,
): Promise<CallResult> {
	const { ticket } = settings;
	if (ticket === undefined) return await postCall(settings, call, post);

	const issue = async () =>
		await issuedTicket(ticket, async () => await fetchTicket(ticket, settings, post), signal);
	const first = await issue();
	if ('outcome' in first) return first;
	const result = await postCall(settings, call, post, first.ticket);
	if (!isAboutAccess(result) || !(await dropTicket(ticket, first.ticket))) return result;
	const second = await issue();
	if ('outcome' in second) return second;
	const repeated = await postCall(settings, call, post, second.ticket);
	if (isAboutAccess(repeated)) noteDenial(ticket, second.ticket);
	return repeated;
}

/** Another execution may be logging on already. This one stops waiting when it is cancelled. */
async function issuedTicket(
	ticket: TicketSettings,
	logOn: () => Promise<Issued>,
	signal?: AbortSignal,
): Promise<{ ticket: string } | { outcome: Outcome }> {
	const issued = await unlessCancelled(ticketFor(ticket, logOn), signal).catch(whenCancelled);
	return issued.ticket === undefined ? { outcome: issued } : { ticket: issued.ticket };
}

function whenCancelled(error: unknown): Outcome & { ticket?: undefined } {
	if (error instanceof Cancelled) return CANCELLED_BEFORE_SENT;
	throw error;
}

/** True if the service refused the caller rather than the request. */
export function isAboutAccess(result: CallResult): boolean {
	const status = statusOf(result);
	return status === 401 || status === 403 || (!!result.fault && isAccessFault(result.fault));
}

export function statusOf({ fault, outcome }: CallResult): number | undefined {
	return fault?.status ?? outcome?.response?.status ?? outcome?.denied?.status;
}

async function fetchTicket(
	{ source }: TicketSettings,
	{ headers }: ServiceSettings,
	post: Post,
): Promise<Issued> {
	if ('ticket' in source) return source;
	const { logon } = source;
	const { url, namespace, operation, soapAction, fields } = logon;
	const body = [{ namespace, name: operation, content: encodeAsGiven(namespace, fields) }];
	const result = await postBody(body, { url, operation, soapAction, headers }, post);
	const ticket = result.response && findText(result.response, logon.resultField);
	return ticket ? { ticket } : { denied: explainDenied(result, logon) };
}

function findText(element: XmlElement, name: string): string | undefined {
	for (const child of element.children) {
		const found = child.name === name ? child.text.trim() : findText(child, name);
		if (found) return found;
	}
	return undefined;
}

function explainDenied(result: CallResult, { operation, resultField }: LogonSettings): Denied {
	const { fault, unreadable, misdirected, outcome } = result;
	const status = statusOf(result);
	if (fault) {
		return {
			message: `The service refused the login: ${fault.reason || fault.code || 'no reason given'}`,
			hint: 'Check the user name, the password and the logon settings of the credential. Nodes log on again after a minute.',
			status,
			temporary: false,
		};
	}
	const problem = unreadable ?? misdirected;
	if (problem) {
		return {
			message: `No ticket from ${operation}: ${problem.message}`,
			hint: `${problem.advice} If the credential has a Logon URL, check that one.`,
			temporary: unreadable !== undefined,
		};
	}
	if (outcome) {
		return {
			message: `No ticket from ${operation}: ${outcome.lost ? describeLost(outcome.lost) : `HTTP ${status}`}`,
			hint:
				outcome.lost?.code === NO_HTTPS
					? checkPort('Logon URL of the credential')
					: 'Check the logon settings of the credential.',
			status,
			retryAfterMs: retryAfterOf(outcome.response?.headers),
			temporary: status === undefined || status === 429 || status >= 500,
		};
	}
	return {
		message: `The answer to ${operation} contains no ticket`,
		hint: `It has no element "${resultField}" with text. Correct 'Ticket Field in the Logon Answer' in the credential.`,
		temporary: false,
	};
}

export function describeLost({ code, message }: Lost): string {
	if (code === NO_HTTPS) return message;
	return code && message && !message.includes(code) ? `${code}: ${message}` : message || code;
}

async function postCall(
	settings: ServiceSettings,
	call: SoapCall,
	post: Post,
	ticket?: string,
): Promise<CallResult> {
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
): Promise<CallResult> {
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
	return readResult(outcome, request.operation);
}

/** The service is too busy, or a gateway speaks for it. A fault with them decides nothing. */
const NO_DECISION = new Set([429, 502, 503, 504]);

/** Looks for a fault whatever the status, because SOAP sends faults with a 500. */
function readResult(outcome: Outcome, operation: string): CallResult {
	const { response } = outcome;
	if (response === undefined) return readLost(outcome);
	if (response.status >= 300 && response.status < 400)
		return { misdirected: redirected(response, operation) };
	try {
		const { response: element, fault } = readEnvelope(textOf(response), operation);
		if (fault && NO_DECISION.has(response.status))
			return { outcome: { response: { ...response, body: fault.reason } } };
		return fault ? { fault: { ...fault, status: response.status } } : { response: element };
	} catch (error) {
		if (response.status < 300) return { unreadable: asResponseError(error) };
		return { outcome: { response: withText(response) } };
	}
}

/** Of a response that is too large, something came. */
export const readLost = (outcome: Outcome): CallResult =>
	outcome.lost?.code === TOO_LARGE
		? {
				unreadable: tooLarge(`The answer is larger than ${MAX_RECEIVED.xmlBytes / 1_048_576} MB`),
			}
		: { outcome };

/** Keeps the beginning of the body, for an error. */
export function withText(response: HttpResponse): HttpResponse {
	return {
		...response,
		body: Buffer.isBuffer(response.body) ? response.body.subarray(0, 4_000).toString('utf8') : '',
	};
}

const textOf = ({ body, headers }: HttpResponse): string =>
	decodeXml(body as Buffer, headers['content-type']);

function redirected({ headers }: HttpResponse, operation: string): SoapResponseError {
	return new SoapResponseError(
		`The service redirects ${operation} to ${(headers.location ?? 'another address').split('?')[0]}`,
		'If you trust that address, enter it as Service URL in the credential.',
	);
}
