import { Cancelled, unlessCancelled } from '../../core/concurrency';
import { TOO_LARGE } from '../../http/body';
import { checkPort, NO_HTTPS, retryAfterOf } from '../../http/outcome';
import {
	CANCELLED_BEFORE_SENT,
	type Denied,
	type HttpResponse,
	type Lost,
	type Outcome,
} from '../../http/types';
import { MAX_RECEIVED } from '../../rules/limits';
import { buildEnvelope, Fault, isAccessFault, readEnvelope } from './fault';
import { encodeAsGiven, type FieldEntries } from './schema/encode';
import type { LogonSettings, ServiceSettings, TicketSettings } from './settings';
import { dropTicket, type Issued, ticketFor } from './ticket';
import { asResponseError, decodeXml, SoapResponseError, tooLarge } from './xml/decode';
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

export function faultIn({ response }: Outcome): Fault | undefined {
	return response?.body instanceof Fault ? response.body : undefined;
}

/** True if the service refused the caller rather than the request. */
export function isAboutAccess(outcome: Outcome): boolean {
	const status = outcome.response?.status ?? outcome.denied?.status;
	const fault = faultIn(outcome);
	return status === 401 || status === 403 || (fault !== undefined && isAccessFault(fault));
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
	const outcome = await postBody(body, { url, operation, soapAction, headers }, post);
	const ticket = isAnswered(outcome) && findText(outcome.response.body, logon.resultField);
	return ticket ? { ticket } : { denied: explainDenied(outcome, logon) };
}

function findText(element: XmlElement, name: string): string | undefined {
	for (const child of element.children) {
		const found = child.name === name ? child.text.trim() : findText(child, name);
		if (found) return found;
	}
	return undefined;
}

function explainDenied(outcome: Outcome, { operation, resultField }: LogonSettings): Denied {
	const { response, lost } = outcome;
	const fault = faultIn(outcome);
	if (fault) {
		return {
			message: `The service refused the login: ${fault.reason || fault.code || 'no reason given'}`,
			hint: 'Check the user name, the password and the logon settings of the credential. Nodes log on again after a minute.',
			status: response?.status,
			temporary: false,
		};
	}
	const problem = problemIn(outcome);
	if (problem) {
		return {
			message: `No ticket from ${operation}: ${problem.message}`,
			hint: `${problem.advice} If the credential has a Logon URL, check that one.`,
			temporary: lost !== undefined,
		};
	}
	if (isAnswered(outcome)) {
		return {
			message: `The answer to ${operation} contains no ticket`,
			hint: `It has no element "${resultField}" with text. Correct 'Ticket Field in the Logon Answer' in the credential.`,
			temporary: false,
		};
	}
	const status = response?.status ?? outcome.denied?.status;
	return {
		message: `No ticket from ${operation}: ${lost ? describeLost(lost) : `HTTP ${status}`}`,
		hint:
			lost?.code === NO_HTTPS
				? checkPort('Logon URL of the credential')
				: 'Check the logon settings of the credential.',
		status,
		retryAfterMs: retryAfterOf(response?.headers),
		temporary: status === undefined || status === 429 || status >= 500,
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
	return readOutcome(outcome, request.operation);
}

/** The service is too busy, or a gateway speaks for it. A fault with them decides nothing. */
const NO_DECISION = new Set([429, 502, 503, 504]);

/** Looks for a fault whatever the status, because SOAP sends faults with a 500. */
function readOutcome(outcome: Outcome, operation: string): Outcome {
	const { response } = outcome;
	if (response === undefined) return readLost(outcome);
	if (isRedirect(response)) return redirected(response, operation);
	try {
		const read = readEnvelope(textOf(response), operation);
		if (!(read instanceof Fault)) return answered(response, read);
		const isDecided = !NO_DECISION.has(response.status);
		return { response: { ...response, body: isDecided ? read : read.reason } };
	} catch (error) {
		return response.status < 300 ? unreadable(error) : withText(response);
	}
}

/** The status of a response does not count if its body can be read. */
export const answered = (response: HttpResponse, body: XmlElement | undefined): Outcome => ({
	response: { ...response, status: 200, body },
});

export function isAnswered(
	outcome: Outcome,
): outcome is { response: HttpResponse & { body: XmlElement } } {
	const { response } = outcome;
	return response?.status === 200 && !faultIn(outcome);
}

/** The service answered, and nobody can tell what it did. */
export function unreadable(error: unknown): Outcome {
	const { message, advice } = asResponseError(error);
	return { lost: { code: UNREADABLE, message, advice, neverSent: false } };
}

const UNREADABLE = 'UNREADABLE_ANSWER';

/** An answer that cannot be read, or a redirect. */
export function problemIn({
	response,
	lost,
}: Outcome): { message: string; advice?: string } | undefined {
	if (response?.body instanceof SoapResponseError) return response.body;
	return lost?.code === UNREADABLE ? lost : undefined;
}

/** A response that is too large counts as unreadable: the service did answer. */
export const readLost = (outcome: Outcome): Outcome =>
	outcome.lost?.code === TOO_LARGE
		? unreadable(tooLarge(`The answer is larger than ${MAX_RECEIVED.xmlBytes / 1_048_576} MB`))
		: outcome;

/** Keeps the beginning of the body, for an error. */
export function withText(response: HttpResponse): Outcome {
	const { body } = response;
	const text = Buffer.isBuffer(body) ? body.subarray(0, 4_000).toString('utf8') : '';
	return { response: { ...response, body: text } };
}

const textOf = ({ body, headers }: HttpResponse): string =>
	decodeXml(body as Buffer, headers['content-type']);

export const isRedirect = ({ status }: HttpResponse) => status >= 300 && status < 400;

export function redirected(response: HttpResponse, what: string): Outcome {
	const address = (response.headers.location ?? 'another address').split('?')[0];
	const body = new SoapResponseError(
		`The service redirects ${what} to ${address}`,
		'If you trust that address, enter it as Service URL in the credential.',
	);
	return { response: { ...response, body } };
}
