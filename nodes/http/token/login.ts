import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { digestOf } from '../../rules/runLabels';
import { isNothing, toChoice, toSecret, toText } from '../../rules/values';
import { parseAuthUrl } from '../address';

export const TOKEN_PATH = '/connect/token';
export const tokenUrl = (authUrl: string) => authUrl + TOKEN_PATH;

/** Without the spaces that come along when people copy. */
export const clientIdOf = ({ clientId }: ICredentialDataDecryptedObject): string =>
	toText(clientId ?? '', 'Client ID').trim();
export const clientSecretOf = ({ clientSecret }: ICredentialDataDecryptedObject): string =>
	toSecret(clientSecret, 'Client Secret').trim();

export const environmentOf = ({ environment }: ICredentialDataDecryptedObject) =>
	isNothing(environment)
		? 'production'
		: toChoice(environment, 'Environment', ['production', 'staging'] as const);

export interface IssuedToken extends ICredentialDataDecryptedObject {
	accessToken: string;
	sessionIssuedAt: number;
	sessionExpiresAt: number;
	sessionOwner: string;
}

/** Identifies a login: a token of another one, e.g. before an edit, is not used. */
export function tokenOwner(credentials: ICredentialDataDecryptedObject): string {
	const login = [
		parseAuthUrl(toText(credentials.authUrl ?? '', 'Token URL')),
		clientIdOf(credentials),
		clientSecretOf(credentials),
	];
	return digestOf(login).slice(0, 16);
}

/** A token is renewed this long before it expires, or after half its life if that is sooner. */
const RENEW_BEFORE_MS = 60_000;

export function isUsable(credentials: ICredentialDataDecryptedObject, now = Date.now()): boolean {
	const expiresAt = Number(credentials.sessionExpiresAt);
	const renewBefore = Math.min(
		RENEW_BEFORE_MS,
		(expiresAt - Number(credentials.sessionIssuedAt ?? 0)) / 2,
	);
	return (
		typeof credentials.accessToken === 'string' &&
		credentials.accessToken !== '' &&
		credentials.sessionOwner === tokenOwner(credentials) &&
		expiresAt - renewBefore > now
	);
}
