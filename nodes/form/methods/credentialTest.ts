import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { EXPECTED } from '../../api/calls';
import { PATHS } from '../../api/wire';
import { redact } from '../../core/redact';
import { AddressError, parseAuthUrl, parseBaseUrl } from '../../http/address';
import { TOO_LARGE } from '../../http/body';
import { readErrorBody } from '../../http/errorBody';
import { originOf } from '../../http/errors';
import { whyLost } from '../../http/exchange';
import { readList } from '../../http/expected';
import { checkPort, NO_HTTPS } from '../../http/outcome';
import { testCall, type TestLine } from '../../http/testCall';
import { clientSecretOf, environmentOf, TOKEN_PATH, tokenUrl } from '../../http/token/login';
import { readToken, tokenForm } from '../../http/token/obtainToken';
import { isTokenHost, PROBE_FORM, TokenError } from '../../http/token/tokenError';
import type { HttpResponse, Lost, Outcome } from '../../http/types';

export async function testTranslationJobsApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const data = credential.data ?? {};
	const secrets = [clientSecretOf(data)];
	try {
		const authUrl = parseAuthUrl(String(data.authUrl ?? ''));
		const baseUrl = parseBaseUrl(String(data.baseUrl ?? ''));
		const token = await askForToken(this, authUrl, data);
		secrets.push(token);
		const line = {
			environment: environmentOf(data),
			service: baseUrl,
			path: PATHS.providers,
			secrets,
		};
		const problem = await askForProviders(this, baseUrl, token, line);
		if (problem === undefined)
			return {
				status: 'OK',
				message: `Connected to the ${String(data.environment ?? '')} environment`,
			};
		return failed(`The login works, but ${problem}`, secrets);
	} catch (error) {
		if (error instanceof AddressError) return failed(error.message);
		if (error instanceof TokenError)
			return (await areSwapped(this, data, error))
				? failed(SWAPPED)
				: failed(`${error.message}. ${error.hint}`, secrets);
		return failed(
			`The test failed: ${error instanceof Error ? error.message : String(error)}`,
			secrets,
		);
	}
}

const failed = (message: string, secrets: readonly string[] = []): INodeCredentialTestResult => ({
	status: 'Error',
	message: redact(message, secrets),
});

async function askForToken(
	context: ICredentialTestFunctions,
	authUrl: string,
	data: ICredentialDataDecryptedObject,
): Promise<string> {
	const outcome = await callTokenHost(context, authUrl, data, tokenForm(data));
	return readToken(authUrl, outcome).token;
}

async function callTokenHost(
	context: ICredentialTestFunctions,
	authUrl: string,
	data: ICredentialDataDecryptedObject,
	body: string,
): Promise<Outcome> {
	return await testCall(
		context,
		{
			method: 'POST',
			url: tokenUrl(authUrl),
			headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
			body,
		},
		{
			environment: environmentOf(data),
			service: authUrl,
			path: TOKEN_PATH,
			secrets: [clientSecretOf(data)],
		},
	);
}

/** Asks the Base URL for a token, but sends no login there. */
async function areSwapped(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	{ details }: TokenError,
): Promise<boolean> {
	if (details.status === undefined || details.isTokenHost) return false;
	const baseUrl = parseAuthUrl(String(data.baseUrl));
	const { response } = await callTokenHost(context, baseUrl, data, PROBE_FORM);
	return response !== undefined && isTokenHost(response);
}

const SWAPPED =
	'Base URL and Token URL look swapped: the Base URL issues tokens, and the Token URL does not. Exchange the two.';

async function askForProviders(
	context: ICredentialTestFunctions,
	baseUrl: string,
	token: string,
	line: TestLine,
): Promise<string | undefined> {
	const { response, lost } = await testCall(
		context,
		{
			method: 'GET',
			url: baseUrl + PATHS.providers,
			headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
		},
		line,
	);
	return response ? judge(response, baseUrl) : explainLost(lost!, baseUrl);
}

function explainLost(lost: Lost, baseUrl: string): string {
	if (lost.code === TOO_LARGE)
		return `${baseUrl} gave too large an answer. ${lost.message} Check the Base URL.`;
	if (lost.code === NO_HTTPS) return `${baseUrl} does not speak https. ${checkPort('Base URL')}`;
	return lost.neverSent
		? `${baseUrl} cannot be reached (${lost.code}). Check the Base URL.`
		: `${baseUrl} gave no whole answer ${whyLost(lost)}. Try again in a moment.`;
}

function judge({ status, headers, body }: HttpResponse, baseUrl: string): string | undefined {
	const text = typeof body === 'string' ? body.trim() : undefined;
	const said = readErrorBody(body);
	if (status >= 200 && status < 300) {
		if (text === '')
			return `${baseUrl} gave an empty answer. Try again in a moment. If it stays empty, check the Base URL.`;
		if (text !== undefined && /^[[{]/.test(text))
			return `the answer of ${baseUrl} is cut off. Try again in a moment.`;
		if (readList(body, EXPECTED.providers)) return undefined;
	}
	if (status >= 300 && status < 400)
		return `${baseUrl} redirects to ${originOf(headers.location)}. Check the Base URL, and check that this n8n can reach the service without signing in.`;
	if (status === 401 || status === 403)
		return `${baseUrl} does not accept the token. Check that the Base URL and the client ID belong to the same environment.`;
	if (status >= 500 || status === 429)
		return `the service answered ${status}. Try again in a moment.`;
	const version = /\/v\d+$/i.test(baseUrl) ? '' : ': it usually ends in /v2';
	return `${baseUrl} is not the translation job service${said ? ` (it answered: ${said})` : ''}. Check the Base URL${version}.`;
}
