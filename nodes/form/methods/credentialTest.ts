import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { EXPECTED } from '../../api/calls';
import { PATHS } from '../../api/wire';
import { redact } from '../../core/redact';
import { AddressError, parseAuthUrl, parseBaseUrl, TOKEN_PATH, tokenUrl } from '../../http/address';
import { readErrorBody } from '../../http/errorBody';
import { originOf, type Row } from '../../http/errors';
import { readList } from '../../http/expected';
import { testCall, type TestLine } from '../../http/testCall';
import { clientSecretOf, environmentOf, readToken, tokenForm } from '../../http/token/obtainToken';
import { isTokenHost, PROBE_FORM, sayLost, TokenError } from '../../http/token/tokenError';
import type { Lost, Outcome } from '../../http/types';

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
	const outcome = await testCall(
		context,
		{
			method: 'GET',
			url: baseUrl + PATHS.providers,
			headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
		},
		line,
	);
	return explain(outcome, baseUrl);
}

/** What can be told from an answer to the list of providers. */
interface Seen {
	baseUrl: string;
	lost?: Lost;
	/** 0 without a response. */
	status: number;
	headers: Record<string, string>;
	/** Of a success that is not JSON. */
	text?: string;
	/** What the service says. */
	said: string;
}

const AGAIN = 'Try again in a moment.';

const ROWS: ReadonlyArray<Row<Seen>> = [
	[
		({ lost }) => lost !== undefined,
		'temporarily-unavailable',
		({ lost, baseUrl }) => sayLost(lost!, baseUrl, 'Base URL'),
	],
	[
		({ text }) => text === '',
		'temporarily-unavailable',
		({ baseUrl }) => [
			`${baseUrl} gave an empty answer`,
			`${AGAIN} If it stays empty, check the Base URL.`,
		],
	],
	[
		({ text }) => text !== undefined && /^[[{]/.test(text),
		'temporarily-unavailable',
		({ baseUrl }) => [`the answer of ${baseUrl} is cut off`, AGAIN],
	],
	[
		({ status }) => status >= 300 && status < 400,
		'configuration-invalid',
		({ baseUrl, headers }) => [
			`${baseUrl} redirects to ${originOf(headers.location)}`,
			'Check the Base URL, and check that this n8n can reach the service without signing in.',
		],
	],
	[
		({ status }) => status === 401 || status === 403,
		'credential-invalid',
		({ baseUrl }) => [
			`${baseUrl} does not accept the token`,
			'Check that the Base URL and the client ID belong to the same environment.',
		],
	],
	[
		({ status }) => status >= 500 || status === 429,
		'temporarily-unavailable',
		({ status }) => [`the service answered ${status}`, AGAIN],
	],
	[
		() => true,
		'configuration-invalid',
		({ baseUrl, said }) => [
			`${baseUrl} is not the translation job service${said ? ` (it answered: ${said})` : ''}`,
			`Check the Base URL${/\/v\d+$/i.test(baseUrl) ? '' : ': it usually ends in /v2'}.`,
		],
	],
];

/** Undefined if the service answered with its providers. */
function explain({ response, lost }: Outcome, baseUrl: string): string | undefined {
	const { status = 0, headers = {}, body } = response ?? {};
	const isSuccess = status >= 200 && status < 300;
	if (isSuccess && readList(body, EXPECTED.providers)) return undefined;
	const text = isSuccess && typeof body === 'string' ? body.trim() : undefined;
	const seen = { baseUrl, lost, status, headers, text, said: readErrorBody(body) };
	const [, , say] = ROWS.find(([is]) => is(seen))!;
	return say(seen).join('. ');
}
