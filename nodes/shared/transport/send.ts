import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { causes, lowerCaseHeaders, readFailure } from './outcome';
import { TokenError, dropToken, failedExchange, isUsable } from './token';
import type { NodeContext, Outcome } from './types';

export const CREDENTIAL_TYPE = 'translationJobsApi';

/** Sends once; for what has to happen with every single call. */
export type Passage = (send: () => Promise<Outcome>) => Promise<Outcome>;

/**
 * Sends with n8n's own authentication, so that the token is stored encrypted and shared by all processes.
 * n8n never looks at the expiry: a token near its end is handed over as missing, which makes n8n fetch a new
 * one. So is one that was refused: n8n would repeat the call unseen, neither paced nor logged.
 */
export async function sendAuthenticated(context: NodeContext, stored: ICredentialDataDecryptedObject, request: IHttpRequestOptions, passage: Passage): Promise<Outcome> {
	let refused: unknown;
	const send = async (): Promise<Outcome> => {
		// A copy for this call alone: after a 401 it must still hold the token that was refused.
		const login = { ...stored };
		if (!isUsable(login) || login.accessToken === refused) login.accessToken = '';
		const outcome = withReason(await attempt(async () => await sendAs(context, login, request)), login);
		if (outcome.answer?.status === 401) {
			refused = login.accessToken;
			dropToken(login);
		} else if (isUsable(login)) {
			const { accessToken, sessionIssuedAt, sessionExpiresAt, sessionOwner } = login;
			Object.assign(stored, { accessToken, sessionIssuedAt, sessionExpiresAt, sessionOwner });
		}
		return outcome;
	};
	const outcome = await passage(send);
	return outcome.answer?.status === 401 ? await passage(send) : outcome;
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

/** Recognises a token that could not be had where n8n kept only the message. */
function withReason(outcome: Outcome, login: ICredentialDataDecryptedObject): Outcome {
	const failure = outcome.lost && failedExchange(login);
	return failure && outcome.lost?.message === failure.message ? denied(failure) : outcome;
}

function denied({ message, hint, details }: TokenError): Outcome {
	return { denied: { message, hint, status: details.status, retryAfterMs: details.retryAfterMs, temporary: !details.credentialInvalid } };
}
