import type { Sandbox } from '../../../sandbox/launch';
import type { CredentialInput } from './rest';

/** Credentials of both services, as a user would enter them for the sandbox. */
export function sandboxCredentials({
	baseUrl,
	authUrl,
	clientId,
	clientSecret,
	soap,
}: Sandbox): CredentialInput[] {
	const credentials: CredentialInput[] = [
		{
			name: 'Sandbox',
			type: 'translationJobsApi',
			data: {
				environment: 'staging',
				baseUrl,
				authUrl,
				clientId,
				clientSecret,
				requestsPerSecond: 20,
				connectorFingerprint: '',
			},
		},
	];
	if (soap) {
		credentials.push({
			name: 'Sandbox Project Settings',
			type: 'translationProjectSettingsApi',
			data: {
				serviceUrl: String(soap.url),
				namespace: String(soap.namespace),
				authentication: 'none',
			},
		});
	}
	return credentials;
}
