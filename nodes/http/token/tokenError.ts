import { isRecord } from '../../rules/json';
import { TOO_LARGE } from '../body';
import { isHtml, readErrorBody, readObject } from '../errorBody';
import { originOf } from '../errors';
import { whyLost } from '../exchange';
import { checkPort, NO_HTTPS, retryAfterOf } from '../outcome';
import type { Denied, HttpResponse, Lost } from '../types';
import { TOKEN_PATH } from './login';

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

export function explainLostToken(authUrl: string, lost: Lost): TokenError {
	if (lost.code === TOO_LARGE)
		return new TokenError(
			`The token host ${authUrl} gave too large an answer`,
			`${lost.message} Check the Token URL of the credential: something else may answer there.`,
		);
	if (lost.code === NO_HTTPS)
		return new TokenError(
			`The token host ${authUrl} does not speak https`,
			checkPort('Token URL of the credential'),
		);
	const problem = lost.neverSent
		? `cannot be reached (${lost.code})`
		: `gave no whole answer ${whyLost(lost)}`;
	return new TokenError(
		`The token host ${authUrl} ${problem}`,
		'Check the Token URL of the credential and whether this n8n may reach that host.',
	);
}

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
const TEMPORARY = new Set(['server_error', 'temporarily_unavailable', 'slow_down']);
const REFUSED = new Set([400, 401, 403]);

export function explainNoToken(
	authUrl: string,
	{ status, headers, body }: HttpResponse,
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
			.find((candidate) => typeof candidate === 'string')
			?.toString()
			.toLowerCase() ?? ''
	);
}

/** Never quotes an unreadable response: it may hold half a token. */
function describeNoToken(body: unknown, headers: Record<string, string>): string {
	const json = readObject(body);
	if (json?.access_token !== undefined) return 'with a token that cannot be used';
	if (json) return ['without a token', readErrorBody(json)].filter(Boolean).join(': ');
	if (body === undefined || body === null || (typeof body === 'string' && body.trim() === ''))
		return 'with nothing';
	return `with something that cannot be read (${headers['content-type'] ?? 'of an unknown kind'})`;
}

/** Finds out whether a token host is there, without a login. */
export const PROBE_FORM = 'grant_type=client_credentials';

const PROBE_REFUSALS = new Set(['invalid_client', 'invalid_request', 'unauthorized_client']);

export const isTokenHost = ({ status, body }: HttpResponse): boolean =>
	REFUSED.has(status) && PROBE_REFUSALS.has(errorCode(readObject(body) ?? {}));
