import { isRecord } from '../../../l10n/json';
import { TOKEN_PATH } from '../address';
import { TOO_LARGE } from '../body';
import { isHtml, readErrorBody, readObject } from '../errorBody';
import { originOf, type Row } from '../errors';
import { whyLost } from '../exchange';
import { checkPort, NO_HTTPS, retryAfterOf } from '../outcome';
import type { Denied, HttpResponse, Lost, Outcome } from '../types';

export class TokenError extends Error {
	override readonly name = 'TokenError';

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

/** What can be told from an outcome of the token host. */
interface Seen {
	authUrl: string;
	lost?: Lost;
	/** 0 without a response. */
	status: number;
	headers: Record<string, string>;
	body: unknown;
	/** Of OAuth 2.0. */
	code: string;
	/** What the host says. */
	said: string;
}

const ROWS: ReadonlyArray<Row<Seen>> = [
	[
		({ lost }) => lost !== undefined,
		'temporarily-unavailable',
		({ authUrl, lost }) =>
			sayLost(lost!, `The token host ${authUrl}`, 'Token URL of the credential'),
	],
	[
		({ status }) => status >= 300 && status < 400,
		'credential-invalid',
		({ authUrl, headers }) => [
			`The token host ${authUrl} redirects to ${originOf(headers.location)}`,
			'The login was not sent there. If you trust that address, enter it as Token URL in the credential.',
		],
	],
	[
		({ status }) => status === 404 || status === 405,
		'credential-invalid',
		({ authUrl }) => [
			`There is no token endpoint at ${authUrl}`,
			`Check the Token URL of the credential: ${TOKEN_PATH} is added to it.`,
		],
	],
	[
		({ status, code }) => [408, 429].includes(status) || status >= 500 || TEMPORARY.has(code),
		'temporarily-unavailable',
		({ status, code, said }) => [
			`The token host answered ${TEMPORARY.has(code) ? code : status}`,
			said || 'Try again later.',
		],
	],
	[
		({ status, code }) => REFUSED.has(status) || REFUSALS.has(code),
		'credential-invalid',
		({ authUrl, status, said }) => [
			'The token host refused the client ID or the client secret',
			`Check both in the credential, and that they belong to the environment that is chosen there. ${authUrl} answered: ${said || status}`,
		],
	],
	[
		({ status }) => status >= 400,
		'credential-invalid',
		({ status, said }) => [
			`The token host refused the call: ${said || `HTTP ${status}`}`,
			'Check the Token URL of the credential.',
		],
	],
	[
		isPage,
		'credential-invalid',
		({ authUrl }) => [
			`${authUrl} answered with a web page instead of a token`,
			'This looks like a sign-in page. Check the Token URL, the client ID and the client secret of the credential.',
		],
	],
	[
		() => true,
		'temporarily-unavailable',
		({ authUrl, body, headers }) => [
			`The token host ${authUrl} answered ${describeNoToken(body, headers)}`,
			'Try again later. If it stays so, check the Token URL of the credential.',
		],
	],
];

/** Of a host whose address somebody entered in this field. */
export function sayLost(lost: Lost, host: string, field: string): readonly [string, string] {
	const { code, message, neverSent } = lost;
	if (code === TOO_LARGE)
		return [
			`${host} gave too large an answer`,
			`${message} Check the ${field}: something else may answer there.`,
		];
	if (code === NO_HTTPS) return [`${host} does not speak https`, checkPort(field)];
	return [
		`${host} ${neverSent ? `cannot be reached (${code})` : `gave no whole answer ${whyLost(lost)}`}`,
		`Check the ${field} and whether this n8n may reach that host.`,
	];
}

function isPage({ headers, body, said }: Seen): boolean {
	const isDeclared = /^text\/html\b/i.test(headers['content-type'] ?? '');
	return isHtml(body) || (isDeclared && said !== '' && !readObject(body));
}

/** Of an outcome without a token. */
export function explainNoToken(authUrl: string, { response, lost }: Outcome): TokenError {
	const { status = 0, headers = {}, body } = response ?? {};
	const code = errorCode(readObject(body) ?? {});
	const seen = { authUrl, lost, status, headers, body, code, said: readErrorBody(body) };
	const [, cause, say] = ROWS.find(([is]) => is(seen))!;
	const credentialInvalid = cause === 'credential-invalid';
	return new TokenError(...say(seen), {
		status: response?.status,
		credentialInvalid,
		retryAfterMs: credentialInvalid ? undefined : retryAfterOf(headers),
		isTokenHost: REFUSALS.has(code) || TEMPORARY.has(code),
	});
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
