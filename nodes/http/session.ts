import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../l10n/json';
import { secretsOf } from '../core/redact';
import { LIMITS } from '../rules/limits';
import { isNothing, toNumber, toText } from '../rules/values';
import { parseAuthUrl, parseBaseUrl } from './address';
import { readObject } from './errorBody';
import { FULL_RESPONSE, type Send } from './exchange';
import { readResponse } from './outcome';
import { type Pace, paceFor } from './pace';
import {
	clientIdOf,
	clientSecretOf,
	dropToken,
	environmentOf,
	failedExchange,
	isUsable,
	logExchange,
	tokenOwner,
} from './token/obtainToken';
import type { Naming, NodeContext, Outcome } from './types';

export const CREDENTIAL_TYPE = 'translationJobsApi';

/** A clock that is further off is broken. */
const PLAUSIBLE_CLOCK_MS = 7 * 86_400_000;

/** What is known about a service and the login there. */
export class Session {
	readonly baseUrl: string;
	/** Undefined if the service has the same origin. */
	readonly signInOrigin?: string;
	readonly environment: string;
	readonly instanceId: string;
	readonly clientId: string;
	/** What is read with one account is not shown to another. */
	readonly account: string;
	readonly connectorFingerprint: string;
	/** The trigger signs its address with it. */
	readonly signingKey: string;
	readonly pace: Pace;
	readonly requestsPerSecond: number;
	/** What a response may quote, so errors, hints and the log hide it. Also each token that was sent. */
	readonly secrets: Set<string>;
	/** From the service's latest response. Undefined if it shows no plausible time. */
	clockAheadMs?: number;

	/** Throws an `AddressError` if an address cannot be used. */
	constructor(
		context: NodeContext,
		readonly credentials: ICredentialDataDecryptedObject,
		readonly naming: Naming,
	) {
		this.baseUrl = parseBaseUrl(toText(credentials.baseUrl ?? '', 'Base URL'));
		const { origin } = new URL(this.baseUrl);
		const signIn = new URL(parseAuthUrl(toText(credentials.authUrl ?? '', 'Token URL')));
		this.signInOrigin = signIn.origin === origin ? undefined : signIn.origin;
		this.environment = environmentOf(credentials);
		this.instanceId = context.getInstanceId();
		this.clientId = clientIdOf(credentials);
		const { connectorFingerprint } = credentials;
		this.connectorFingerprint = toText(connectorFingerprint ?? '', 'Connector Fingerprint').trim();
		this.signingKey = clientSecretOf(credentials);
		const credentialId =
			context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? String(credentials.clientId);
		const login = tokenOwner(credentials);
		this.account = [credentialId, this.environment, this.baseUrl, login].join(' ');
		this.requestsPerSecond = rateOf(credentials);
		this.pace = paceFor(origin, credentialId, this.requestsPerSecond);
		this.secrets = secretsOf(context);
		for (const secret of [this.signingKey, credentials.accessToken])
			if (secret) this.secrets.add(String(secret));
	}

	/** Converts a local time to the service's clock. */
	serverTime(localMs: number): number {
		return localMs + (this.clockAheadMs ?? 0);
	}

	noteClock({ response }: Outcome) {
		const aheadMs = Date.parse(response?.headers.date ?? '') - Date.now();
		if (Math.abs(aheadMs) < PLAUSIBLE_CLOCK_MS) this.clockAheadMs = aheadMs;
	}
}

function rateOf(credentials: ICredentialDataDecryptedObject): number {
	const { requestsPerSecond: rate } = credentials;
	const own = isNothing(rate) ? 0 : toNumber(rate, 'Requests per Second');
	return own || LIMITS.requestsPerSecond[environmentOf(credentials)];
}

/** The login of a session. */
type Login = Pick<Session, 'credentials' | 'secrets'>;

/**
 * Sends with n8n's own authentication, which stores the token encrypted for all processes. n8n
 * ignores the expiry and would repeat a refused call unpaced and unlogged. So a token that is
 * refused or near its end is removed first, which makes n8n fetch a new one.
 */
export async function sendAuthenticated(
	context: NodeContext,
	login: Login,
	request: IHttpRequestOptions,
	exchangeOnce: (send: Send) => Promise<Outcome>,
): Promise<Outcome> {
	const first = await sendOnce(context, login, request, exchangeOnce);
	if (!isTokenRefused(first.outcome)) return first.outcome;
	const { outcome } = await sendOnce(context, login, request, exchangeOnce, first.token);
	// A 403 would read as a missing permission.
	return outcome.response && isTokenRefused(outcome)
		? { response: { ...outcome.response, status: 401 } }
		: outcome;
}

async function sendOnce(
	context: NodeContext,
	{ credentials: stored, secrets }: Login,
	request: IHttpRequestOptions,
	exchangeOnce: (send: Send) => Promise<Outcome>,
	refused?: string,
): Promise<{ outcome: Outcome; token?: string }> {
	// A copy, because it must still hold the refused token afterwards.
	let used: ICredentialDataDecryptedObject = {};
	const outcome = await exchangeOnce(async (abortSignal) => {
		used = { ...stored };
		if (!isUsable(used) || used.accessToken === refused) used.accessToken = '';
		logExchange(used, context, request.timeout);
		const sent = await readResponse(
			async () => await sendAs(context, used, { ...request, abortSignal }),
		);
		if (used.accessToken) secrets.add(String(used.accessToken));
		return withReason(sent, used);
	});
	const { accessToken, sessionIssuedAt, sessionExpiresAt, sessionOwner } = used;
	if (isTokenRefused(outcome)) dropToken(used);
	else if (accessToken && isUsable(used))
		Object.assign(stored, { accessToken, sessionIssuedAt, sessionExpiresAt, sessionOwner });
	return { outcome, token: String(accessToken ?? '') };
}

/** Some gateways refuse a token with 403. Any other 403 is about a permission. */
function isTokenRefused({ response }: Outcome): boolean {
	if (response?.status !== 403) return response?.status === 401;
	return (
		/\berror\s*=\s*"?invalid_token\b/i.test(response.headers['www-authenticate'] ?? '') ||
		isInvalidToken(readObject(response.body))
	);
}

function isInvalidToken(error: unknown): boolean {
	if (typeof error === 'string')
		return error.toLowerCase().replace(/[^a-z]/g, '') === 'invalidtoken';
	return isRecord(error) && (isInvalidToken(error.error) || isInvalidToken(error.code));
}

async function sendAs(
	context: NodeContext,
	login: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<unknown> {
	return await context.helpers.httpRequestWithAuthentication.call(
		listeningTo(context, request.abortSignal),
		CREDENTIAL_TYPE,
		{ ...FULL_RESPONSE, ...request },
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: login } },
	);
}

/** n8n's helper overwrites the request's signal with that of its context. */
function listeningTo(
	context: NodeContext,
	signal: IHttpRequestOptions['abortSignal'],
): NodeContext {
	return signal
		? (Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as NodeContext)
		: context;
}

/** Without a token nothing was sent. n8n 1 keeps at most the message of the reason. */
function withReason(outcome: Outcome, login: ICredentialDataDecryptedObject): Outcome {
	if (!outcome.lost || login.accessToken) return outcome;
	const failure = failedExchange(login);
	return failure ? { denied: failure.denied } : { lost: { ...outcome.lost, neverSent: true } };
}
