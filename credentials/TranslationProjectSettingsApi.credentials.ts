import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';

const shownFor = (authentication: string, more: Record<string, string[]> = {}) => ({
	displayOptions: { show: { authentication: [authentication], ...more } },
});

const forLogon = shownFor('ticket', { ticketSource: ['logon'] });

/** How a user name and a password are asked for, wherever they are needed. */
const login = (where: object): INodeProperties[] => [
	{
		displayName: 'User Name',
		name: 'username',
		type: 'string',
		default: '',
		...where,
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'Stored encrypted by n8n and sent to this service only',
		...where,
	},
];

export class TranslationProjectSettingsApi implements ICredentialType {
	name = 'translationProjectSettingsApi';

	displayName = 'Translation Project Settings API';

	icon: Icon = { light: 'file:projectSettings.svg', dark: 'file:projectSettings.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-translation-jobs/n8n-nodes-translation-jobs/blob/main/docs/project-settings.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Service URL',
			name: 'serviceUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://settings.example.com/ProjectSettingsService.svc',
			description: 'Address of the SOAP service, without ?wsdl',
		},
		{
			displayName: 'Allow Plain HTTP',
			name: 'allowPlainHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to call addresses that begin with http://, too: names, passwords and tickets then travel readable by everyone on the way',
		},
		{
			displayName: 'Namespace',
			name: 'namespace',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. http://tempuri.org/',
			description:
				'Target namespace of the service\'s messages. A trailing slash counts in the messages; the SOAP action is right with or without it.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'None', value: 'none' },
				{ name: 'HTTP Basic', value: 'basic', description: 'A user name and a password with every call' },
				{ name: 'Header', value: 'header', description: 'A header with a secret, such as an API key, with every call' },
				{ name: 'Ticket', value: 'ticket', description: 'A ticket in every message, given or fetched by a logon call' },
			],
			default: 'none',
			description: 'How the service wants to know who calls',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: '',
			placeholder: 'e.g. X-Api-Key',
			...shownFor('header'),
		},
		{
			displayName: 'Header Value',
			name: 'headerSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			...shownFor('header'),
		},
		{
			displayName: 'Ticket From',
			name: 'ticketSource',
			type: 'options',
			options: [
				{ name: 'Logon Call', value: 'logon', description: 'Log on with a user name and a password; renewed when it runs out' },
				{ name: 'Fixed Ticket', value: 'given', description: 'A ticket that somebody gave you' },
			],
			default: 'logon',
			...shownFor('ticket'),
		},
		{
			displayName: 'Ticket',
			name: 'ticketSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			...shownFor('ticket', { ticketSource: ['given'] }),
		},
		...login({ displayOptions: { show: { authentication: ['basic'] } } }),
		...login(forLogon),
		{
			displayName: 'Logon URL',
			name: 'logonUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://settings.example.com/Logon.svc',
			description: 'Address of the logon call. Leave empty if it is the service itself.',
			...forLogon,
		},
		{
			displayName: 'Logon Operation',
			name: 'logonOperation',
			type: 'string',
			default: 'Logon',
			description: 'Name of the operation that hands out tickets',
			...forLogon,
		},
		{
			displayName: 'Logon Namespace',
			name: 'logonNamespace',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://tempuri.org/',
			description: 'Leave empty if it is that of the service',
			...forLogon,
		},
		{
			displayName: 'Logon SOAP Action',
			name: 'logonSoapAction',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://tempuri.org/IProjectSettingsService/Logon',
			description: 'Leave empty for the namespace, IProjectSettingsService and the operation, joined by slashes',
			...forLogon,
		},
		{
			displayName: 'User Name Field',
			name: 'logonUserField',
			type: 'string',
			default: 'Username',
			description: 'Name of the element that carries the user name',
			...forLogon,
		},
		{
			displayName: 'Password Field',
			name: 'logonPassField',
			type: 'string',
			default: 'Password',
			description: 'Name of the element that carries the password',
			...forLogon,
		},
		{
			displayName: 'More Logon Fields',
			name: 'logonFields',
			type: 'json',
			default: '{}',
			description: 'Further elements of the logon call, by name, sent after the password',
			...forLogon,
		},
		{
			displayName: 'Ticket Field in the Logon Answer',
			name: 'ticketField',
			type: 'string',
			default: '',
			placeholder: 'e.g. LogonResult',
			description: 'Name of the element of the logon answer that holds the ticket. Leave empty for the operation followed by Result.',
			...forLogon,
		},
		{
			displayName: 'Ticket Lifetime (Minutes)',
			name: 'ticketLifetime',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description: 'How long a ticket is used. One that the service refuses earlier is renewed once.',
			...forLogon,
		},
		{
			displayName: 'Ticket Field in Each Call',
			name: 'ticketElement',
			type: 'string',
			default: 'Ticket',
			description: 'Name of the element that carries the ticket in each call',
			...shownFor('ticket'),
		},
		{
			displayName: 'Ticket Position',
			name: 'ticketPlacement',
			type: 'options',
			options: [
				{ name: 'First in the Request Element', value: 'request', description: 'Before the fields of the operation' },
				{ name: 'First in the Body', value: 'body', description: 'Before the request element' },
			],
			default: 'request',
			...shownFor('ticket'),
		},
	];
}
