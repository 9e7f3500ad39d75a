import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { LoggerProxy } from 'n8n-workflow';

import { isRecord } from '../../rules/isRecord';
import { LIMITS } from '../../rules/limits';
import { parseAuthUrl } from '../http/address';
import { isHtml, readErrorBody } from '../http/errorBody';
import { readObject } from '../http/jsonBody';
import { retryAfterOf } from '../http/retryAfter';
import type { Answer, Denied, Lost } from '../types';
import { originOf } from './errors';
import { exchange, sendPlain } from './exchange';
import { logAttempt, type LogContext } from './log';
import { whyLost } from './tryTimeout';

/** A token is renewed this long before it expires, or after half its life if that is sooner. */
const RENEW_BEFORE_MS = 60_000;
export const TOKEN_PATH = '/connect/token';
export const tokenUrl = (authUrl: string) => authUrl + TOKEN_PATH;
const TOKEN_TIMEOUT_MS = 30_000;
const ASSUMED_LIFETIME_S = LIMITS.tokenLifetimeSeconds;

export interface IssuedToken extends ICredentialDataDecryptedObject {
	accessToken: string;
	sessionIssuedAt: number;
	sessionExpiresAt: number;
	sessionOwner: string;
}

export class TokenError extends Error {
	constructor(
		message: string,
		readonly hint: string,
		readonly details: {
			status?: number;
			retryAfterMs?: number;
			credentialInvalid?: boolean;
			/** It answers as token hosts do. */
			isTokenHost?: boolean;
		} = {},
	) {
		super(message);
	}

	get denied(): Denied {
		const { message, hint, details } = this;
		const { status, retryAfterMs, credentialInvalid } = details;
		return { message, hint, status, retryAfterMs, temporary: !credentialInvalid };
	}
}

/** By login. n8n calls preAuthentication for each parallel call, so these are shared here. */
const issued = new Map<string, IssuedToken>();
const underWay = new Map<string, Promise<IssuedToken>>();
const failed = new Map<string, TokenError>();
/** Who logs an exchange, by the login as n8n passes it on. */
const askers = new WeakMap<ICredentialDataDecryptedObject, LogContext>();

/**
 * Makes a node log the exchange for this login. n8n tells a credential no node, and LoggerProxy is
 * silent in a package with its own copy of n8n-workflow, as under n8n 1.
 */
export function logExchange(login: ICredentialDataDecryptedObject, context: LogContext) {
	askers.set(login, context);
}

/** Without the spaces that come along when people copy. */
export const clientIdOf = ({ clientId }: ICredentialDataDecryptedObject): string =>
	String(clientId ?? '').trim();
export const clientSecretOf = ({ clientSecret }: ICredentialDataDecryptedObject): string =>
	String(clientSecret ?? '').trim();

/** Identifies a login: a token of another one, e.g. before an edit, is not used. */
function tokenOwner(credentials: ICredentialDataDecryptedObject): string {
	const login = [
		parseAuthUrl(String(credentials.authUrl ?? '')),
		clientIdOf(credentials),
		clientSecretOf(credentials),
	];
	return createHash('sha256').update(JSON.stringify(login)).digest('hex').slice(0, 16);
}

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

export function dropToken(credentials: ICredentialDataDecryptedObject) {
	const owner = tokenOwner(credentials);
	if (issued.get(owner)?.accessToken === credentials.accessToken) issued.delete(owner);
}

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

	let exchanged = underWay.get(owner);
	if (!exchanged) {
		exchanged = exchangeToken(http, credentials, owner)
			.catch((error: unknown) => keepFailure(owner, error))
			.finally(() => underWay.delete(owner));
		underWay.set(owner, exchanged);
	}
	const token = await exchanged;
	failed.delete(owner);
	issued.set(owner, token);
	return token;
}

export function failedExchange(
	credentials: ICredentialDataDecryptedObject,
): TokenError | undefined {
	return failed.get(tokenOwner(credentials));
}

function keepFailure(owner: string, error: unknown): never {
	if (error instanceof TokenError) failed.set(owner, error);
	throw error;
}

async function exchangeToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
	owner: string,
): Promise<IssuedToken> {
	const authUrl = parseAuthUrl(String(credentials.authUrl));
	const startedAt = Date.now();
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
				timeout: TOKEN_TIMEOUT_MS,
				abortSignal,
			}),
		{
			timeoutMs: TOKEN_TIMEOUT_MS,
			log: (ended) =>
				logAttempt(
					askers.get(credentials) ?? { logger: LoggerProxy },
					{ environment: String(credentials.environment || 'production'), service: authUrl },
					{ method: 'POST', path: TOKEN_PATH, attempt: 1, startedAt, outcome: ended },
					[clientSecretOf(credentials)],
				),
		},
	);
	const { answer, lost } = outcome;
	if (!answer) throw explainLostToken(authUrl, lost!);
	const { token, lifetimeS } = readTokenAnswer(authUrl, answer);
	return {
		accessToken: token,
		sessionIssuedAt: startedAt,
		sessionExpiresAt: startedAt + lifetimeS * 1000,
		sessionOwner: owner,
	};
}

export function explainLostToken(authUrl: string, lost: Lost): TokenError {
	const problem = lost.neverSent
		? `cannot be reached (${lost.code})`
		: `gave no whole answer ${whyLost(lost)}`;
	return new TokenError(
		`The token host ${authUrl} ${problem}`,
		'Check the Token URL of the credential and whether this n8n may reach that host.',
	);
}

/** Client credentials flow. The client secret is sent from nowhere else. */
export function tokenForm(credentials: ICredentialDataDecryptedObject): string {
	return new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: clientIdOf(credentials),
		client_secret: clientSecretOf(credentials),
	}).toString();
}

/** Finds out whether a token host is there, without a login. */
export const PROBE_FORM = 'grant_type=client_credentials';

export const isTokenHost = ({ status, body }: Answer): boolean =>
	REFUSED.has(status) && PROBE_REFUSALS.has(errorCode(readObject(body) ?? {}));

/** OAuth 2.0 errors that refuse a login, and those that may pass. */
const REFUSALS = new Set([
	'invalid_client',
	'invalid_grant',
	'unauthorized_client',
	'access_denied',
	'invalid_request',
	'invalid_scope',
	'unsupported_grant_type',
]);
const PROBE_REFUSALS = new Set(['invalid_client', 'invalid_request', 'unauthorized_client']);
const TEMPORARY = new Set(['server_error', 'temporarily_unavailable', 'slow_down']);
const REFUSED = new Set([400, 401, 403]);

const SENDABLE = /^[\x21-\x7e]+$/;

export function readTokenAnswer(
	authUrl: string,
	answer: Answer,
): { token: string; lifetimeS: number } {
	const { status, body } = answer;
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
	throw explainNoToken(authUrl, answer, json);
}

function explainNoToken(
	authUrl: string,
	{ status, headers, body }: Answer,
	json: Record<string, unknown> = {},
): TokenError {
	const message = readErrorBody(body);
	const code = errorCode(json);
	const isTokenHost = REFUSALS.has(code) || TEMPORARY.has(code);
	const lasting = { status, credentialInvalid: true, isTokenHost };
	const temporary = { status, retryAfterMs: retryAfterOf(headers), isTokenHost };
	if (status >= 300 && status < 400) {
		return new TokenError(
			`The token host ${authUrl} redirects to ${originOf(headers.location)}`,
			'The login was not sent there. If you trust that address, enter it as Token URL in the credential.',
			lasting,
		);
	}
	if (status === 404 || status === 405) {
		return new TokenError(
			`There is no token endpoint at ${authUrl}`,
			`Check the Token URL of the credential: ${TOKEN_PATH} is added to it.`,
			lasting,
		);
	}
	if (status === 408 || status === 429 || status >= 500 || TEMPORARY.has(code)) {
		return new TokenError(
			`The token host answered ${TEMPORARY.has(code) ? code : status}`,
			message || 'Try again later.',
			temporary,
		);
	}
	if (REFUSED.has(status) || REFUSALS.has(code)) {
		return new TokenError(
			'The token host refused the client ID or the client secret',
			`Check both in the credential, and that they belong to the environment that is chosen there. ${authUrl} answered: ${message || status}`,
			lasting,
		);
	}
	if (status >= 400)
		return new TokenError(
			`The token host refused the call: ${message || `HTTP ${status}`}`,
			'Check the Token URL of the credential.',
			lasting,
		);
	if (
		isHtml(body) ||
		(!readObject(body) && message !== '' && /^text\/html\b/i.test(headers['content-type'] ?? ''))
	) {
		return new TokenError(
			`${authUrl} answered with a web page instead of a token`,
			'This looks like a sign-in page. Check the Token URL, the client ID and the client secret of the credential.',
			lasting,
		);
	}
	return new TokenError(
		`The token host ${authUrl} answered ${describeNoToken(body, headers)}`,
		'Try again later. If it stays so, check the Token URL of the credential.',
		temporary,
	);
}

/** Some token hosts nest the code in an object. */
function errorCode({ error, code }: Record<string, unknown>): string {
	return (
		[error, isRecord(error) ? error.code : undefined, code]
			.find((each) => typeof each === 'string')
			?.toString()
			.toLowerCase() ?? ''
	);
}

/** Never quotes an unreadable answer: it may hold half a token. */
function describeNoToken(body: unknown, headers: Record<string, string>): string {
	const json = readObject(body);
	if (json?.access_token !== undefined) return 'with a token that cannot be used';
	if (json) return ['without a token', readErrorBody(json)].filter(Boolean).join(': ');
	if (body === undefined || body === null || (typeof body === 'string' && body.trim() === ''))
		return 'with nothing';
	return `with something that cannot be read (${headers['content-type'] ?? 'of an unknown kind'})`;
}

/** For tests. */
export function forgetTokens() {
	issued.clear();
	underWay.clear();
	failed.clear();
}
