import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ISoapServiceMethod, Server } from 'soap';

import { badRequest } from '../calls/refusal';
import { type Exchange, readText, send } from '../http/exchange';
import {
	CONTRACT,
	type ContractOptions,
	DATA_XSD,
	dataDocument,
	LOGON_PATH,
	logonWsdl,
	MESSAGES_XSD,
	messagesDocument,
	NAMESPACE,
	SERVICE_PATH,
	singleWsdl,
	wsdl,
} from './contract';
import { type Arguments, fault, type Method, operations } from './operations';
import { Organisations } from './organisations';
import {
	defaultSoapSettings,
	type InjectedAnswer,
	type SoapInjection,
	type SoapSettings,
} from './settings';
import { schemaErrors } from './validate';

export interface ReceivedCall {
	operation: string;
	soapAction: string;
	contentType: string;
	envelope: string;
	/** Violations of the schema or the protocol. */
	errors: string[];
	/** 0 if the connection broke without an answer. */
	status: number;
}

const LARGEST_ENVELOPE = 10_000_000;
const XML = 'text/xml; charset=utf-8';
const HELP_PAGE =
	'<!DOCTYPE html><html><head><title>ProjectSettingsService Service</title></head><body><p>Metadata publishing for this service is currently disabled.</p></body></html>';

interface Reply {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

/** The project settings service: a SOAP library behind strict checks. */
export class SoapService {
	settings: SoapSettings = defaultSoapSettings();
	readonly organisations = new Organisations();
	received: ReceivedCall[] = [];
	private injections: SoapInjection[] = [];
	/** Ticket → when it expires. */
	private tickets = new Map<string, number>();
	private readonly servers = new Map<string, Promise<Server>>();

	constructor(
		private readonly now: () => number,
		/** Tickets expire by this clock, which `clockOffsetMs` does not move. */
		private readonly steadyTime: () => number,
		private readonly origin: () => string,
	) {}

	get address(): string {
		return this.origin() + SERVICE_PATH;
	}

	inject(injection: SoapInjection): void {
		this.injections.push({ ...injection });
	}

	/** Refuses every ticket issued so far. */
	expireTickets(): void {
		this.tickets.clear();
	}

	reset(): void {
		this.settings = defaultSoapSettings();
		this.organisations.reset();
		this.received = [];
		this.injections = [];
		this.tickets.clear();
	}

	async handle(exchange: Exchange): Promise<void> {
		const { req, res, url } = exchange;
		if (url.pathname !== SERVICE_PATH && url.pathname !== LOGON_PATH) {
			return send(
				res,
				404,
				'<html><body><h1>404 - File or directory not found.</h1></body></html>',
				{ 'Content-Type': 'text/html' },
			);
		}
		if (req.method === 'GET') return await this.describe(exchange);
		if (req.method !== 'POST') return send(res, 405, '', { Allow: 'GET, POST' });

		const envelope = await readText(exchange, LARGEST_ENVELOPE, () =>
			badRequest('The envelope is too large.'),
		);
		exchange.entry.bodyPreview = envelope.slice(0, 2000);
		const soapAction = req.headers.soapaction === undefined ? '' : String(req.headers.soapaction);
		const call: ReceivedCall = {
			operation: /([^/"]*)"?$/.exec(soapAction)?.[1] ?? '',
			soapAction,
			contentType: req.headers['content-type'] ?? '',
			envelope,
			errors: [],
			status: 0,
		};
		this.received.push(call);
		const injection = this.takeInjection(call.operation);
		if (injection?.drop === 'before') return void req.socket.destroy();
		if (injection?.answer) return reply(res, injectedReply(injection.answer), call);
		if (injection?.endless !== undefined) return await streamReply(res, injection.endless);

		const answer = await this.answer(exchange, call);
		if (injection?.drop === 'after') return void req.socket.destroy();
		if (injection?.truncateAt !== undefined)
			answer.body = answer.body.subarray(0, injection.truncateAt);
		reply(res, answer, call);
	}

	private takeInjection(operation: string): SoapInjection | undefined {
		const found = this.injections.find((injection) => {
			if (injection.operation !== undefined && injection.operation !== operation) return false;
			if (injection.operation === undefined && operation === 'description') return false;
			if ((injection.skip ?? 0) === 0) return true;
			injection.skip = (injection.skip ?? 0) - 1;
			return false;
		});
		if (found) {
			found.times = (found.times ?? 1) - 1;
			if (found.times <= 0) this.injections = this.injections.filter((other) => other !== found);
		}
		return found;
	}

	private async describe(exchange: Exchange): Promise<void> {
		const { res, url } = exchange;
		const injection = this.takeInjection('description');
		if (injection?.drop) return void exchange.req.socket.destroy();
		if (injection?.answer) return reply(res, injectedReply(injection.answer));
		if (!this.isAuthorised(exchange))
			return send(res, 401, '', { 'WWW-Authenticate': 'Basic realm="sandbox"' });
		const document =
			url.pathname === SERVICE_PATH && !this.settings.hideWsdl ? this.document(url) : undefined;
		if (document === undefined)
			return send(res, 200, HELP_PAGE, { 'Content-Type': 'text/html; charset=utf-8' });
		send(res, 200, document, { 'Content-Type': XML });
	}

	private document(url: URL): string | undefined {
		const query = url.search.toLowerCase();
		const contract = this.contract();
		if (query === '?wsdl') return wsdl(contract);
		if (query === '?singlewsdl') return singleWsdl(contract);
		if (query === `?xsd=${MESSAGES_XSD}`) return messagesDocument(contract);
		if (query === `?xsd=${DATA_XSD}`) return dataDocument();
		return undefined;
	}

	private contract(): ContractOptions {
		const { authentication, ticketPlacement } = this.settings;
		return {
			address: this.address,
			withTicket: authentication === 'ticket' && ticketPlacement === 'request',
		};
	}

	private async answer(exchange: Exchange, call: ReceivedCall): Promise<Reply> {
		const isLogon = exchange.url.pathname === LOGON_PATH;
		if (!isLogon && !this.isAuthorised(exchange)) return xml(401, '');
		const { ticket, envelope } = this.extractTicket(call.envelope, isLogon);
		call.errors = [
			...protocolErrors(
				call,
				`${NAMESPACE}/${CONTRACT}/${isLogon ? 'Logon' : requestElement(envelope)}`,
			),
			...(await schemaErrors(envelope, isLogon ? 'logon' : this.contract())),
		];
		if (call.errors.length > 0)
			return faultReply('Client', `The message is not valid: ${call.errors.join(' ')}`);
		if (!isLogon && this.settings.authentication === 'ticket' && !this.acceptsTicket(ticket)) {
			return this.settings.refuseTicketBy === 'status'
				? xml(401, '')
				: faultReply('Client', 'The ticket is not valid or has expired.');
		}
		const server = await this.server(isLogon);
		const { statusCode, body } = await server.processRequest(envelope, {
			headers: exchange.req.headers,
			url: exchange.url.pathname,
		});
		return xml(statusCode, body);
	}

	private isAuthorised({ req }: Exchange): boolean {
		const { authentication, username, password, headerName, headerValue } = this.settings;
		if (authentication === 'basic') {
			return (
				req.headers.authorization ===
				`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
			);
		}
		return authentication !== 'header' || req.headers[headerName.toLowerCase()] === headerValue;
	}

	/** Removes a ticket beside the request element, so that the rest is an ordinary envelope. */
	private extractTicket(envelope: string, isLogon: boolean): { ticket: string; envelope: string } {
		if (isLogon || this.settings.authentication !== 'ticket') return { ticket: '', envelope };
		const found = /<Ticket(?:\s[^>]*)?>([^<]*)<\/Ticket>/.exec(envelope);
		const ticket = found?.[1] ?? '';
		if (this.settings.ticketPlacement === 'request') return { ticket, envelope };
		const isFirstInBody = /<soap:Body>\s*$/.test(envelope.slice(0, found?.index));
		return {
			ticket: isFirstInBody ? ticket : '',
			envelope: envelope.replace(found?.[0] ?? '', ''),
		};
	}

	private acceptsTicket(ticket: string): boolean {
		return ticket === this.settings.ticket || (this.tickets.get(ticket) ?? 0) > this.steadyTime();
	}

	private server(isLogon: boolean): Promise<Server> {
		const key = isLogon ? 'logon' : String(this.contract().withTicket);
		const known = this.servers.get(key);
		if (known) return known;
		const opened = isLogon
			? openServer(logonWsdl(this.origin() + LOGON_PATH), 'LogonService', 'LogonSoap', {
					Logon: (args) => this.logon(args),
				})
			: openServer(
					singleWsdl(this.contract()),
					'ProjectSettingsService',
					`BasicHttpBinding_${CONTRACT}`,
					operations(this.organisations, this.now),
				);
		this.servers.set(key, opened);
		return opened;
	}

	private logon({ Username, Password }: Record<string, unknown>): unknown {
		const { username, password, ticketLifetimeMs } = this.settings;
		if (Username !== username || Password !== password)
			throw fault('Client', 'The user name or the password is wrong.');
		const ticket = `sbx-ticket-${randomUUID()}`;
		this.tickets.set(ticket, this.steadyTime() + ticketLifetimeMs);
		return { LogonResult: ticket };
	}
}

/** The name of the first element in the body is the operation. */
const requestElement = (envelope: string): string =>
	/<(?:[\w.-]+:)?Body(?:\s[^>]*)?>\s*<(?:[\w.-]+:)?([\w.-]+)/.exec(envelope)?.[1] ?? '';

function protocolErrors(
	{ soapAction, contentType }: ReceivedCall,
	expectedAction: string,
): string[] {
	return [
		...(soapAction === `"${expectedAction}"`
			? []
			: [`SOAPAction must be "${expectedAction}" in quotes, not ${soapAction || 'empty'}.`]),
		...(/^text\/xml;\s*charset=utf-8$/i.test(contentType)
			? []
			: [`Content-Type must be ${XML}, not ${contentType}.`]),
	];
}

async function openServer(
	definition: string,
	service: string,
	port: string,
	methods: Record<string, Method>,
): Promise<Server> {
	// The library passes null for a request without fields.
	const withArguments = Object.fromEntries(
		Object.entries(methods).map(([name, method]): [string, ISoapServiceMethod] => [
			name,
			(args: Arguments | null) => method(args ?? {}),
		]),
	);
	// Loaded on demand: it takes half a second, and most runs of the sandbox never need it.
	const { listen } = await import('soap');
	const opened = await new Promise<Server>((resolve, reject) => {
		const server: Server = listen(null, {
			path: '/',
			xml: definition,
			services: { [service]: { [port]: withArguments } },
			suppressStack: true,
			callback: (error: unknown) =>
				error ? reject(new Error(String(error))) : setImmediate(() => resolve(server)),
		});
	});
	// The library writes xsi:nil without declaring its prefix.
	opened.on('response', (response: { result: string }) => {
		response.result = response.result.replace(
			'<soap:Envelope ',
			'<soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ',
		);
	});
	return opened;
}

const xml = (status: number, body: string): Reply => ({
	status,
	headers: { 'Content-Type': XML },
	body: Buffer.from(body),
});

function faultReply(code: string, reason: string): Reply {
	const escaped = reason.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	return xml(
		500,
		`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:${code}</faultcode><faultstring xml:lang="en">${escaped}</faultstring></s:Fault></s:Body></s:Envelope>`,
	);
}

function injectedReply({
	status = 200,
	contentType = XML,
	headers = {},
	body = '',
	base64,
}: InjectedAnswer): Reply {
	return {
		status,
		headers: { 'Content-Type': contentType, ...headers },
		body: base64 === undefined ? Buffer.from(body) : Buffer.from(base64, 'base64'),
	};
}

function reply(res: ServerResponse, { status, headers, body }: Reply, call?: ReceivedCall): void {
	if (call) call.status = status;
	send(res, status, body, headers);
}

async function streamReply(res: ServerResponse, bytes: number): Promise<void> {
	function* answer() {
		yield '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><r>';
		const chunk = 'x'.repeat(65_536);
		for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
		yield '</r></s:Body></s:Envelope>';
	}
	res.writeHead(200, { 'Content-Type': XML });
	// The caller may end it early.
	await pipeline(Readable.from(answer()), res).catch(() => undefined);
}
