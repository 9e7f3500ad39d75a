import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestHelper,
	LoggerProxy,
} from 'n8n-workflow';

import { BoundedMap, Once } from '../../core/caches';
import { LIMITS } from '../../rules/limits';
import { digestOf } from '../../rules/runLabels';
import { isNothing, toChoice, toSecret, toText } from '../../rules/values';
import { parseAuthUrl, TOKEN_PATH, tokenUrl } from '../address';
import { readObject } from '../errorBody';
import { exchange, sendPlain } from '../exchange';
import { logAttempt, type LogContext } from '../log';
import type { Outcome } from '../types';
import { explainNoToken, TokenError } from './tokenError';

/** Without the spaces that come along when people copy. */
export const clientIdOf = ({ clientId }: ICredentialDataDecryptedObject): string =>
	toText(clientId ?? '', 'Client ID').trim();
export const clientSecretOf = ({ clientSecret }: ICredentialDataDecryptedObject): string =>
	toSecret(clientSecret, 'Client Secret').trim();

export const environmentOf = ({ environment }: ICredentialDataDecryptedObject) =>
	isNothing(environment)
		? 'production'
		: toChoice(environment, 'Environment', ['production', 'staging'] as const);

interface IssuedToken extends ICredentialDataDecryptedObject {
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

/** More than any n8n has. */
const MAX_LOGINS = 1_000;

/** By login. n8n calls preAuthentication for each parallel call, so these are shared here. */
const issued = new BoundedMap<IssuedToken>({ maxEntries: MAX_LOGINS });
const failed = new BoundedMap<TokenError>({ maxEntries: MAX_LOGINS });
let underWay = new Once<IssuedToken>();

/**
 * Parallel callers share one exchange. A caller whose token was refused gets a newer one if there
 * is one.
 */
export async function obtainToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<IssuedToken> {
	const owner = tokenOwner(credentials);
	const known = issued.get(owner);
	if (
		known &&
		known.accessToken !== credentials.accessToken &&
		isUsable({ ...credentials, ...known })
	)
		return known;
	return await underWay.get(owner, async () => await renewToken(http, credentials, owner));
}

async function renewToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
	owner: string,
): Promise<IssuedToken> {
	try {
		const token = await requestToken(http, credentials, owner).catch(keepFailure(owner));
		failed.delete(owner);
		return issued.set(owner, token);
	} finally {
		underWay.forget(owner);
	}
}

const keepFailure = (owner: string) => (error: unknown) => {
	if (error instanceof TokenError) failed.set(owner, error);
	throw error;
};

export function dropToken(credentials: ICredentialDataDecryptedObject) {
	const owner = tokenOwner(credentials);
	if (issued.get(owner)?.accessToken === credentials.accessToken) issued.delete(owner);
}

export function failedExchange(
	credentials: ICredentialDataDecryptedObject,
): TokenError | undefined {
	return failed.get(tokenOwner(credentials));
}

/** For tests. */
export function forgetTokens() {
	issued.clear();
	underWay = new Once();
	failed.clear();
}

const TOKEN_TIMEOUT_MS = 30_000;
const ASSUMED_LIFETIME_S = LIMITS.tokenLifetimeSeconds;

/** Who waits for an exchange, by the login as n8n passes it on. */
const askers = new WeakMap<
	ICredentialDataDecryptedObject,
	{ context: LogContext; timeoutMs?: number }
>();

/**
 * Makes a node log the exchange for this login. n8n tells a credential no node, and LoggerProxy is
 * silent in a package with its own copy of n8n-workflow, as under n8n 1.
 */
export function logExchange(
	login: ICredentialDataDecryptedObject,
	context: LogContext,
	timeoutMs?: number,
) {
	askers.set(login, { context, timeoutMs });
}

async function requestToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
	owner: string,
): Promise<IssuedToken> {
	const authUrl = parseAuthUrl(String(credentials.authUrl));
	const startedAt = Date.now();
	const asker = askers.get(credentials);
	const timeoutMs = Math.min(TOKEN_TIMEOUT_MS, asker?.timeoutMs ?? TOKEN_TIMEOUT_MS);
	const outcome = await exchange(
		async (abortSignal) =>
			await sendPlain(http, {
				method: 'POST',
				url: tokenUrl(authUrl),
				headers: {
					'Content-Type': 'application/x-www-form-urlencoded',
					Accept: 'application/json',
				},
				body: tokenForm(credentials),
				timeout: timeoutMs,
				abortSignal,
			}),
		{
			timeoutMs,
			log: (outcome) =>
				logAttempt(
					asker?.context ?? { logger: LoggerProxy },
					{ environment: environmentOf(credentials), service: authUrl },
					{ method: 'POST', path: TOKEN_PATH, attempt: 1, startedAt, outcome },
					[clientSecretOf(credentials)],
				),
		},
	);
	const { token, lifetimeS } = readToken(authUrl, outcome);
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

export function readToken(authUrl: string, outcome: Outcome): { token: string; lifetimeS: number } {
	const { status = 0, body } = outcome.response ?? {};
	const json = readObject(body);
	const token = status >= 200 && status < 300 ? json?.access_token : undefined;
	if (typeof token !== 'string' || !SENDABLE.test(token)) throw explainNoToken(authUrl, outcome);
	const lifetimeS = Number(json?.expires_in);
	return { token, lifetimeS: lifetimeS > 0 ? lifetimeS : ASSUMED_LIFETIME_S };
}
