import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { obtainToken } from '../nodes/http/token/obtainToken';

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
				{
					name: 'Production',
					value: 'production',
					description: 'Jobs sent with this credential are real and are charged',
				},
				{ name: 'Staging', value: 'staging', description: 'For trying things out' },
			],
			default: 'production',
			description:
				'Shown with everything this credential does, so nobody confuses staging with production',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://translation.example.com/v2',
			description:
				'Address of the translation job service in this environment. It usually ends in /v2.',
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
			description: 'The administrator of the service issues it. Each environment has its own.',
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
			placeholder: 'e.g. 20 (optional)',
			description:
				'Optional. Maximum number of calls per second. Leave empty for the limit of the environment: 20 in production, 10 in staging. The service counts calls per IP address, so set a lower value if other systems share yours.',
		},
		{
			displayName: 'Connector Fingerprint',
			name: 'connectorFingerprint',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301 (optional)',
			description:
				'Optional. GUID that identifies this installation to the service. Leave empty to derive one from this n8n instance. Set it when you move to another n8n and want to remain the same connector.',
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
