import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { TranslationProjectSettingsApi } from '../../../credentials/TranslationProjectSettingsApi.credentials';
import { InvalidInput } from '../../../l10n/invalidInput';
import { parseJson } from '../../../l10n/json';
import { readCredential } from '../../form/parameters';
import { AddressError, type AddressRules, parseBaseUrl } from '../../http/address';

/** The settings of a credential, checked and ready to use. */

export interface LogonSettings {
	url: string;
	namespace: string;
	operation: string;
	soapAction: string;
	/** In the order in which they are sent. */
	fields: Array<[string, string]>;
	/** The element that holds the ticket in the response. */
	resultField: string;
}

export interface TicketSettings {
	element: string;
	placement: 'request' | 'body';
	/** A fixed ticket, or how to get one. */
	source: { ticket: string } | { logon: LogonSettings };
}

export interface ServiceSettings {
	/** Without a trailing slash or query. */
	url: string;
	/** Exactly as in the messages. */
	namespace: string;
	/** For calls that name none; empty if every call must. */
	organisation: string;
	headers: Record<string, string>;
	ticket?: TicketSettings;
	/** Never shown in a log or an error. A fetched ticket is added. */
	secrets: Set<string>;
}

/** Some namespaces end with a slash, which must not be doubled in an action. */
const withoutTrailingSlash = (namespace: string) => namespace.replace(/\/+$/, '');

const CONTRACT = 'IProjectSettingsService';

/** The SOAP action of an operation, unless the WSDL states another. */
export const standardAction = (namespace: string, operation: string) =>
	`${withoutTrailingSlash(namespace)}/${CONTRACT}/${operation}`;

/** @param secrets - Gets those of the credential. */
export function readServiceSettings(
	stored: ICredentialDataDecryptedObject,
	secrets = new Set<string>(),
): ServiceSettings {
	const { properties } = new TranslationProjectSettingsApi();
	const credentials = readCredential(properties, stored) as ICredentialDataDecryptedObject;
	const text = (name: string) => String(credentials[name] ?? '').trim();
	const secret = (name: string) => String(credentials[name] ?? '');
	const namespace = text('namespace');
	if (namespace === '')
		throw badCredential(
			'the Namespace is empty',
			'It is the target namespace of the service, e.g. http://tempuri.org/.',
		);

	const url = address(text('serviceUrl'), 'Service URL', credentials);
	const organisation = text('organisation');
	const settings: ServiceSettings = { url, namespace, organisation, headers: {}, secrets };
	const hide = (...texts: string[]) => texts.filter(Boolean).forEach((each) => secrets.add(each));
	switch (credentials.authentication) {
		case 'basic': {
			const login = Buffer.from(`${text('username')}:${secret('password')}`, 'utf8').toString(
				'base64',
			);
			settings.headers.Authorization = `Basic ${login}`;
			hide(secret('password'), login);
			break;
		}
		case 'header':
			settings.headers[headerName(text('headerName'))] = headerValue(secret('headerSecret'));
			hide(secret('headerSecret'));
			break;
		case 'ticket':
			settings.ticket = readTicket(credentials, settings);
			hide(secret('password'), secret('ticketSecret'), ...moreFields(credentials).texts);
			break;
	}
	return settings;
}

function readTicket(
	credentials: ICredentialDataDecryptedObject,
	service: ServiceSettings,
): TicketSettings {
	const text = (name: string, fallback = '') => String(credentials[name] ?? '').trim() || fallback;
	const element = text('ticketElement', 'Ticket');
	const placement = credentials.ticketPlacement === 'body' ? 'body' : 'request';
	if (credentials.ticketSource !== 'logon') {
		const ticket = text('ticketSecret');
		if (ticket === '')
			throw badCredential(
				'the Ticket is empty',
				'Enter the ticket, or let n8n fetch one with a logon call.',
			);
		return { element, placement, source: { ticket } };
	}
	const namespace = text('logonNamespace', service.namespace);
	const operation = text('logonOperation', 'Logon');
	const more = moreFields(credentials);
	const logon: LogonSettings = {
		url:
			text('logonUrl') === '' ? service.url : address(text('logonUrl'), 'Logon URL', credentials),
		namespace,
		operation,
		soapAction: text('logonSoapAction', standardAction(namespace, operation)),
		fields: [
			[text('logonUserField', 'Username'), text('username')],
			[text('logonPassField', 'Password'), String(credentials.password ?? '')],
			...more.fields,
		],
		resultField: text('ticketField', `${operation}Result`),
	};
	return { element, placement, source: { logon } };
}

/** Any of these may be a secret. */
function moreFields({ logonFields }: ICredentialDataDecryptedObject) {
	const entries = Object.entries(parseJson(logonFields ?? '{}', 'More Logon Fields', 'object'));
	return {
		fields: entries.map(([name, value]): [string, string] => [name, String(value)]),
		texts: entries.flatMap(([, value]) => (typeof value === 'string' ? [value] : [])),
	};
}

function address(
	text: string,
	field: string,
	{ allowPlainHttp }: ICredentialDataDecryptedObject,
): string {
	const rules: AddressRules = {
		plainHttp: { isAllowed: allowPlainHttp === true, switchName: 'Allow Plain HTTP' },
	};
	try {
		return parseBaseUrl(text, field, rules);
	} catch (error) {
		throw badCredential(
			error instanceof AddressError ? error.message : String(error),
			'Open the credential and correct the address.',
		);
	}
}

function headerName(name: string): string {
	if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
		throw badCredential(
			`"${name}" cannot be the name of a header`,
			'Header names have no spaces and no colon, e.g. X-Api-Key.',
		);
	}
	return name;
}

function headerValue(value: string): string {
	if (/[\r\n\0]/.test(value))
		throw badCredential('the Header Value contains a line break', 'Enter it as one line.');
	return value;
}

function badCredential(problem: string, advice: string): InvalidInput {
	return new InvalidInput(`The credential cannot be used: ${problem}`, advice);
}
