import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../rules/isRecord';
import { readObject } from '../http/jsonBody';
import { causes, lowerCaseHeaders, readFailure } from '../http/outcome';
import { TokenError, dropToken, failedExchange, isUsable, logExchange } from './token';
import type { NodeContext, Outcome } from '../types';

export const CREDENTIAL_TYPE = 'translationJobsApi';

/** Sends once; for what has to happen with every single call. */
export type AroundSend = (send: () => Promise<Outcome>) => Promise<Outcome>;

/** The login of a run. An answer may quote any token that was sent, so all of them are kept out of errors and logs. */
export interface Login {
	readonly credentials: ICredentialDataDecryptedObject;
	readonly usedTokens: Set<string>;
}

/**
 * Sends with n8n's own authentication, so that the token is stored encrypted and shared by all processes.
 * n8n never looks at the expiry: a token near its end is handed over as missing, which makes n8n fetch a new
 * one. So is one that was refused: n8n would repeat the call unseen, neither paced nor logged.
 */
export async function sendAuthenticated(context: NodeContext, login: Login, request: IHttpRequestOptions, passage: AroundSend): Promise<Outcome> {
	const first = await sendOnce(context, login, request, passage);
	if (!isTokenRefused(first.outcome)) return first.outcome;
	const { outcome } = await sendOnce(context, login, request, passage, first.token);
	// Whatever its status: a 403 would be taken for a permission that is missing.
	return outcome.answer && isTokenRefused(outcome) ? { answer: { ...outcome.answer, status: 401 } } : outcome;
}

async function sendOnce(
	context: NodeContext,
	{ credentials: stored, usedTokens }: Login,
	request: IHttpRequestOptions,
	passage: AroundSend,
	refused?: string,
): Promise<{ outcome: Outcome; token?: string }> {
	// A copy for this call alone: after a refusal it must still hold the token that was refused.
	let used: ICredentialDataDecryptedObject = {};
	const outcome = await passage(async () => {
		used = { ...stored };
		if (!isUsable(used) || used.accessToken === refused) used.accessToken = '';
		logExchange(used, context);
		const sent = await attempt(async () => await sendAs(context, used, request));
		if (used.accessToken) usedTokens.add(String(used.accessToken));
		return withReason(sent, used);
	});
	const { accessToken, sessionIssuedAt, sessionExpiresAt, sessionOwner } = used;
	if (isTokenRefused(outcome)) dropToken(used);
	else if (accessToken && isUsable(used)) Object.assign(stored, { accessToken, sessionIssuedAt, sessionExpiresAt, sessionOwner });
	return { outcome, token: String(accessToken ?? '') };
}

/** Some gateways say with 403 what 401 is for. Any other 403 is about a permission, which a new token would not have either. */
function isTokenRefused({ answer }: Outcome): boolean {
	if (answer?.status !== 403) return answer?.status === 401;
	return /\berror\s*=\s*"?invalid_token\b/i.test(answer.headers['www-authenticate'] ?? '') || isInvalidToken(readObject(answer.body));
}

function isInvalidToken(said: unknown): boolean {
	if (typeof said === 'string') return said.toLowerCase().replace(/[^a-z]/g, '') === 'invalidtoken';
	return isRecord(said) && (isInvalidToken(said.error) || isInvalidToken(said.code));
}

async function sendAs(context: NodeContext, login: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<unknown> {
	return await context.helpers.httpRequestWithAuthentication.call(
		listeningTo(context, request.abortSignal),
		CREDENTIAL_TYPE,
		// Every status is an answer: the errors of n8n 1 keep neither its headers nor its body.
		{ ...request, ignoreHttpStatusErrors: true },
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: login } },
	);
}

/** n8n's helper hears of an end from its context alone, and overwrites the signal of a request. */
function listeningTo(context: NodeContext, signal: IHttpRequestOptions['abortSignal']): NodeContext {
	return signal ? (Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as NodeContext) : context;
}

/** Sends to a host that must not see the token, e.g. one with a pre-signed address. */
export async function sendPlain(context: NodeContext, request: IHttpRequestOptions): Promise<Outcome> {
	return await attempt(async () => await context.helpers.httpRequest(request));
}

async function attempt(send: () => Promise<unknown>): Promise<Outcome> {
	try {
		const { statusCode, headers, body } = (await send()) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		return { answer: { status: statusCode, headers: lowerCaseHeaders(headers), body } };
	} catch (error) {
		for (const cause of causes(error)) {
			if (cause instanceof TokenError) return denied(cause);
		}
		return readFailure(error);
	}
}

/** Without a token nothing was sent. n8n 1 keeps only the message of why there is none, or puts its own in its place. */
function withReason(outcome: Outcome, login: ICredentialDataDecryptedObject): Outcome {
	if (!outcome.lost || login.accessToken) return outcome;
	const failure = failedExchange(login);
	return failure ? denied(failure) : { lost: { ...outcome.lost, neverSent: true } };
}

function denied({ message, hint, details }: TokenError): Outcome {
	return { denied: { message, hint, status: details.status, retryAfterMs: details.retryAfterMs, temporary: !details.credentialInvalid } };
}
