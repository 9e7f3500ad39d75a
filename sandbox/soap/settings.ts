import { badRequest } from '../calls/refusal';

/** How the project settings service behaves. Switches can change at any time. */
export interface SoapSettings {
	/** Publish no WSDL. */
	hideWsdl: boolean;
	authentication: 'none' | 'basic' | 'header' | 'ticket';
	/** For basic authentication and for Logon. */
	username: string;
	password: string;
	headerName: string;
	headerValue: string;
	/** A ticket that never expires; others come from Logon. */
	ticket: string;
	ticketPlacement: 'request' | 'body';
	ticketLifetimeMs: number;
	/** How to refuse a ticket. */
	refuseTicketBy: 'fault' | 'status';
}

export const defaultSoapSettings = (): SoapSettings => ({
	hideWsdl: false,
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

/** Refuses an unknown switch: a test that sets one would test nothing. */
export function applySoapSettings(settings: SoapSettings, changes: Partial<SoapSettings>): void {
	const unknown = Object.keys(changes).find((name) => !(name in settings));
	if (unknown !== undefined)
		throw badRequest(
			`There is no switch "${unknown}". Known: ${Object.keys(settings).join(', ')}.`,
		);
	Object.assign(settings, changes);
}

export interface InjectedAnswer {
	status?: number;
	contentType?: string;
	headers?: Record<string, string>;
	body?: string;
	base64?: string;
}

/** Makes matching calls go wrong. */
export interface SoapInjection {
	/**
	 * An operation (including `Logon`), or `description` for the WSDL and its schemas; any call
	 * by default.
	 */
	operation?: string;
	/** How many calls it hits; 1 by default. */
	times?: number;
	/** The number of matching calls to let pass first. */
	skip?: number;
	/** Close the connection before or after the call takes effect. */
	drop?: 'before' | 'after';
	/** Answer with exactly these bytes; the call has no effect. */
	answer?: InjectedAnswer;
	/** Run the call and truncate the answer after this many bytes, with a matching length. */
	truncateAt?: number;
	/** Answer with this many bytes of well-formed XML, streamed. */
	endless?: number;
}
