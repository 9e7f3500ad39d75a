import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../../l10n/json';
import { readObject } from '../errorBody';
import { FULL_RESPONSE, type Send } from '../exchange';
import { readResponse } from '../outcome';
import type { NodeContext, Outcome } from '../types';
import { isUsable } from './login';
import { dropToken, failedExchange, logExchange } from './obtainToken';

export const CREDENTIAL_TYPE = 'translationJobsApi';

/** A response may quote any token that was sent, so errors and logs hide all of them. */
export interface Login {
	readonly credentials: ICredentialDataDecryptedObject;
	readonly secrets: Set<string>;
}

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
