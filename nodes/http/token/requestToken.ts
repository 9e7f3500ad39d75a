import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestHelper,
	LoggerProxy,
} from 'n8n-workflow';

import { LIMITS } from '../../rules/limits';
import { parseAuthUrl } from '../address';
import { readObject } from '../errorBody';
import { exchange, sendPlain } from '../exchange';
import { logAttempt, type LogContext } from '../log';
import type { HttpResponse } from '../types';
import {
	clientIdOf,
	clientSecretOf,
	environmentOf,
	type IssuedToken,
	TOKEN_PATH,
	tokenUrl,
} from './login';
import { explainLostToken, explainNoToken } from './tokenError';

const TOKEN_TIMEOUT_MS = 30_000;
const ASSUMED_LIFETIME_S = LIMITS.tokenLifetimeSeconds;

/** Who logs an exchange, by the login as n8n passes it on. */
const askers = new WeakMap<ICredentialDataDecryptedObject, LogContext>();

/**
 * Makes a node log the exchange for this login. n8n tells a credential no node, and LoggerProxy is
 * silent in a package with its own copy of n8n-workflow, as under n8n 1.
 */
export function logExchange(login: ICredentialDataDecryptedObject, context: LogContext) {
	askers.set(login, context);
}

export async function requestToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
	owner: string,
): Promise<IssuedToken> {
	const authUrl = parseAuthUrl(String(credentials.authUrl));
	const startedAt = Date.now();
	const { response, lost } = await exchange(
		async (abortSignal) =>
			await sendPlain(http, {
				method: 'POST',
				url: tokenUrl(authUrl),
				headers: {
					'Content-Type': 'application/x-www-form-urlencoded',
					Accept: 'application/json',
				},
				body: tokenForm(credentials),
				timeout: TOKEN_TIMEOUT_MS,
				abortSignal,
			}),
		{
			timeoutMs: TOKEN_TIMEOUT_MS,
			log: (outcome) =>
				logAttempt(
					askers.get(credentials) ?? { logger: LoggerProxy },
					{ environment: environmentOf(credentials), service: authUrl },
					{ method: 'POST', path: TOKEN_PATH, attempt: 1, startedAt, outcome },
					[clientSecretOf(credentials)],
				),
		},
	);
	if (!response) throw explainLostToken(authUrl, lost!);
	const { token, lifetimeS } = readTokenResponse(authUrl, response);
	return {
		accessToken: token,
		sessionIssuedAt: startedAt,
		sessionExpiresAt: startedAt + lifetimeS * 1000,
		sessionOwner: owner,
	};
}

/** Client credentials flow. The client secret is sent from nowhere else. */
export function tokenForm(credentials: ICredentialDataDecryptedObject): string {
	return new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: clientIdOf(credentials),
		client_secret: clientSecretOf(credentials),
	}).toString();
}

const SENDABLE = /^[\x21-\x7e]+$/;

export function readTokenResponse(
	authUrl: string,
	response: HttpResponse,
): { token: string; lifetimeS: number } {
	const { status, body } = response;
	const json = readObject(body);
	if (
		status >= 200 &&
		status < 300 &&
		typeof json?.access_token === 'string' &&
		SENDABLE.test(json.access_token)
	) {
		const lifetimeS = Number(json.expires_in);
		return { token: json.access_token, lifetimeS: lifetimeS > 0 ? lifetimeS : ASSUMED_LIFETIME_S };
	}
	throw explainNoToken(authUrl, response, json);
}
