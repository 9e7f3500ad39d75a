import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

const shownFor = (authentication: string, more: Record<string, string[]> = {}) => ({
	displayOptions: { show: { authentication: [authentication], ...more } },
});

const forLogon = shownFor('ticket', { ticketSource: ['logon'] });

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
				'Whether to allow addresses that start with http://. Anyone on the network can then read user names, passwords and tickets.',
		},
		{
			displayName: 'Namespace',
			name: 'namespace',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. http://tempuri.org/',
			description:
				"Target namespace of the service's messages. Enter it exactly as the service does, including any trailing slash. The SOAP action works with or without the slash.",
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'None', value: 'none' },
				{
					name: 'HTTP Basic',
					value: 'basic',
					description: 'Send a user name and a password with every call',
				},
				{
					name: 'Header',
					value: 'header',
					description: 'Send a header with a secret, such as an API key, with every call',
				},
				{
					name: 'Ticket',
					value: 'ticket',
					description:
						'Send a ticket in every message. You enter the ticket, or a logon call fetches it.',
				},
			],
			default: 'none',
			description: 'How the service identifies the caller',
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
				{
					name: 'Logon Call',
					value: 'logon',
					description:
						'Log on with a user name and a password. The node renews the ticket when it expires.',
				},
				{ name: 'Fixed Ticket', value: 'given', description: 'Use a ticket that you have' },
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
			placeholder: 'e.g. https://settings.example.com/Logon.svc (optional)',
			description: 'Address of the logon call. Leave empty to use the Service URL.',
			...forLogon,
		},
		{
			displayName: 'Logon Operation',
			name: 'logonOperation',
			type: 'string',
			default: 'Logon',
			description: 'Name of the operation that issues tickets',
			...forLogon,
		},
		{
			displayName: 'Logon Namespace',
			name: 'logonNamespace',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://tempuri.org/ (optional)',
			description: 'Leave empty to use the namespace of the service',
			...forLogon,
		},
		{
			displayName: 'Logon SOAP Action',
			name: 'logonSoapAction',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://tempuri.org/IProjectSettingsService/Logon (optional)',
			description:
				'Leave empty to join the namespace, IProjectSettingsService and the operation with slashes',
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
			description:
				'Additional elements of the logon call, by name. They are sent after the password.',
			...forLogon,
		},
		{
			displayName: 'Ticket Field in the Logon Answer',
			name: 'ticketField',
			type: 'string',
			default: '',
			placeholder: 'e.g. LogonResult (optional)',
			description:
				'Name of the element in the logon answer that holds the ticket. Leave empty if it is the operation name followed by Result.',
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
				{
					name: 'First in the Request Element',
					value: 'request',
					description: 'Before the fields of the operation',
				},
				{ name: 'First in the Body', value: 'body', description: 'Before the request element' },
			],
			default: 'request',
			...shownFor('ticket'),
		},
		{
			displayName: 'Organisation',
			name: 'organisation',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1001 (optional)',
			description:
				'Optional. ID of your organisation, for nodes that give none. A value in a node takes precedence.',
		},
	];
}
