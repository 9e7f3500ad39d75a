import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestHelper,
	INodeProperties,
	Icon,
} from 'n8n-workflow';

import { obtainToken } from '../nodes/shared/transport/pipeline/token';

export class TranslationJobsApi implements ICredentialType {
	name = 'translationJobsApi';

	displayName = 'Translation Jobs API';

	icon: Icon = { light: 'file:translationJobs.svg', dark: 'file:translationJobs.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-translation-jobs/n8n-nodes-translation-jobs/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{ name: 'Production', value: 'production', description: 'Jobs sent with this credential are real and are charged' },
				{ name: 'Staging', value: 'staging', description: 'For trying things out' },
			],
			default: 'production',
			description: 'Shown with everything this credential does, so that nobody mistakes one for the other',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://translation.example.com/v2',
			description: 'Address of the translation job service in this environment',
		},
		{
			displayName: 'Token URL',
			name: 'authUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://login.example.com',
			description: 'Address of the host that issues access tokens. /connect/token is added to it.',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			description: 'From whoever manages the service. Each environment has its own.',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Stored encrypted by n8n and sent to the token host only',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Session Expires At',
			name: 'sessionExpiresAt',
			type: 'hidden',
			default: 0,
		},
		{
			displayName: 'Session Issued At',
			name: 'sessionIssuedAt',
			type: 'hidden',
			default: 0,
		},
		{
			displayName: 'Session Owner',
			name: 'sessionOwner',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Requests per Second',
			name: 'requestsPerSecond',
			type: 'number',
			default: '',
			placeholder: 'e.g. 20',
			description:
				'How fast to call the service at most. Leave empty for what the environment allows: 20 in production, 10 in staging. The service counts per network address, so lower it if other systems share yours.',
		},
		{
			displayName: 'Connector Fingerprint',
			name: 'connectorFingerprint',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
			description:
				'GUID that identifies this installation to the service. Leave empty to derive one from this n8n instance; set it when you move to another n8n and want to stay the same connector.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '=Bearer {{$credentials.accessToken}}',
			},
		},
	};

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		return await obtainToken(this, credentials);
	}
}
