import type { ICredentialDataDecryptedObject, ICredentialTestFunctions, ICredentialsDecrypted, INodeCredentialTestResult } from 'n8n-workflow';

import { PATHS } from '../../shared/service/wire';
import { AddressError, parseAuthUrl, parseBaseUrl } from '../../shared/transport/address';
import { isHtml, readErrorBody } from '../../shared/transport/errorBody';
import { lowerCaseHeaders, readLost } from '../../shared/transport/outcome';
import { redact } from '../../shared/transport/redact';
import { type TokenError, readTokenAnswer, tokenForm } from '../../shared/transport/token';

interface Reply {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** Asks for a token, then for the providers, and says in words which of the two went wrong. */
export async function testTranslationJobsApi(this: ICredentialTestFunctions, credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>): Promise<INodeCredentialTestResult> {
	const data = credential.data ?? {};
	const secrets = [String(data.clientSecret ?? '')];
	try {
		const authUrl = parseAuthUrl(String(data.authUrl ?? ''));
		const baseUrl = parseBaseUrl(String(data.baseUrl ?? ''));
		const token = await askForToken(this, authUrl, data);
		if (typeof token !== 'string') return failed(redact(token.message, secrets));
		return await askForProviders(this, baseUrl, token, String(data.environment ?? ''));
	} catch (error) {
		if (error instanceof AddressError) return failed(error.message);
		return failed(redact(error instanceof Error ? error.message : String(error), secrets));
	}
}

async function send(context: ICredentialTestFunctions, options: object): Promise<Reply | { unreachable: string }> {
	try {
		return (await context.helpers.request({ ...options, simple: false, resolveWithFullResponse: true, followRedirect: false, timeout: 30_000 })) as Reply;
	} catch (error) {
		return { unreachable: readLost(error).code };
	}
}

async function askForToken(context: ICredentialTestFunctions, authUrl: string, data: ICredentialDataDecryptedObject): Promise<string | { message: string }> {
	const reply = await send(context, {
		method: 'POST',
		uri: `${authUrl}/connect/token`,
		headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
		body: tokenForm(data),
	});
	if ('unreachable' in reply) {
		return { message: `The token host ${authUrl} cannot be reached (${reply.unreachable}). Check the Token URL and whether this n8n may reach that host.` };
	}
	try {
		return readTokenAnswer(authUrl, { status: reply.statusCode, headers: lowerCaseHeaders(reply.headers), body: reply.body }).token;
	} catch (error) {
		const { message, hint } = error as TokenError;
		return { message: `${message}. ${hint}` };
	}
}

async function askForProviders(context: ICredentialTestFunctions, baseUrl: string, token: string, environment: string): Promise<INodeCredentialTestResult> {
	const reply = await send(context, {
		method: 'GET',
		uri: baseUrl + PATHS.providers,
		headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
	});
	if ('unreachable' in reply) return failed(`The login works, but ${baseUrl} cannot be reached (${reply.unreachable}). Check the Base URL.`);
	const { statusCode, body } = reply;
	if (statusCode >= 200 && statusCode < 300 && !isHtml(body) && isJson(body)) {
		return { status: 'OK', message: `Connected to the ${environment} environment` };
	}
	if (statusCode === 401 || statusCode === 403) {
		return failed(`The login works, but ${baseUrl} does not accept it. Check that the Base URL and the client ID belong to the same environment.`);
	}
	if (statusCode >= 500 || statusCode === 429) return failed(`The login works, but the service answered ${statusCode}. Try again in a moment.`);
	const said = readErrorBody(body);
	return failed(`The login works, but ${baseUrl} is not the translation job service${said ? ` (it answered: ${redact(said)})` : ''}. Check the Base URL.`);
}

function isJson(body: unknown): boolean {
	if (body !== null && typeof body === 'object') return true;
	try {
		JSON.parse(String(body));
		return true;
	} catch {
		return false;
	}
}
