import { badRequest } from '../http/refusal';

/** How the project settings service behaves. Every switch can be turned while it runs. */
export interface SoapSettings {
	/** Answer `?wsdl` as a service that publishes no description. */
	hideWsdl: boolean;
	/** The description in parts names its schemas by a host that the caller cannot reach. */
	foreignImports: boolean;
	authentication: 'none' | 'basic' | 'header' | 'ticket';
	/** For basic authentication and for Logon. */
	username: string;
	password: string;
	headerName: string;
	headerValue: string;
	/** A ticket that is accepted for ever; others come from Logon. */
	ticket: string;
	ticketPlacement: 'request' | 'body';
	ticketLifetimeMs: number;
	/** How a ticket is refused. */
	refuseTicketBy: 'fault' | 'status';
}

export const defaultSoapSettings = (): SoapSettings => ({
	hideWsdl: false,
	foreignImports: false,
	authentication: 'none',
	username: 'sandbox-user',
	password: 'sandbox-password',
	headerName: 'X-Api-Key',
	headerValue: 'sandbox-api-key',
	ticket: 'sandbox-ticket',
	ticketPlacement: 'request',
	ticketLifetimeMs: 60 * 60_000,
	refuseTicketBy: 'fault',
});

/** Refuses a misspelt switch: a test that turns a switch which does not exist tests nothing. */
export function applySoapSettings(settings: SoapSettings, changes: Partial<SoapSettings>): void {
	const unknown = Object.keys(changes).find((name) => !(name in settings));
	if (unknown !== undefined) throw badRequest(`There is no switch "${unknown}". Known: ${Object.keys(settings).join(', ')}.`);
	Object.assign(settings, changes);
}

export interface InjectedAnswer {
	status?: number;
	contentType?: string;
	headers?: Record<string, string>;
	body?: string;
	base64?: string;
}

/** Something that goes wrong on purpose, for the calls it matches. */
export interface SoapInjection {
	/** Only this operation (`Logon` included), or `description` for the WSDL and its schemas; any call when left out. */
	operation?: string;
	/** How often it strikes; 1 by default. */
	times?: number;
	/** Let so many matching calls pass first. */
	skip?: number;
	/** Close the connection before anything happened, or after everything did. */
	drop?: 'before' | 'after';
	/** Answer with exactly these bytes instead of doing anything. */
	answer?: InjectedAnswer;
	/** Do it, and break the answer off after so many bytes, properly ended. */
	truncateAt?: number;
	/** Answer with so many bytes of well-formed XML, written as they are read. */
	endless?: number;
}
