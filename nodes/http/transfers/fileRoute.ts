import { OperationFailed } from '../../core/errors';
import type { Client } from '../client';
import type { HttpResponse, Ids, Outcome } from '../types';
import { callFileHost } from './fileHost';

/** Without the first, the service may send text. A compressed file does not tell its length. */
const BYTES = { Accept: 'application/octet-stream', 'Accept-Encoding': 'identity' };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

const redirectIn = ({ response }: Outcome): HttpResponse | undefined =>
	response && REDIRECTS.has(response.status) ? response : undefined;

export interface FileRequest {
	path: string;
	about: Ids;
	attempt: number;
	idleMs: number;
	/** Closes the connection while the file is being read. */
	connection: AbortController;
}

/** Where the redirects led. */
export interface Route {
	outcome: Outcome;
	/** The service sent the file itself. */
	isDirect: boolean;
	url: string;
}

/** Follows redirects without the access token: the address itself is the permission. */
export async function followToFile(
	client: Client,
	{ path, connection, ...request }: FileRequest,
): Promise<Route> {
	const { cancelSignal } = client;
	const abortSignal = cancelSignal
		? AbortSignal.any([cancelSignal, connection.signal])
		: connection.signal;
	const call = {
		...request,
		method: 'GET' as const,
		headers: BYTES,
		abortSignal,
	};
	let outcome: Outcome = { response: await client.open({ ...call, path }) };
	const isDirect = !redirectIn(outcome);
	let url = client.session.baseUrl + path;
	for (
		let hops = 0, redirect = redirectIn(outcome);
		redirect;
		hops++, redirect = redirectIn(outcome)
	) {
		if (hops >= MAX_REDIRECTS)
			throw notDownloaded(`it was redirected more than ${MAX_REDIRECTS} times`);
		url = nextAddress(client, redirect, url);
		outcome = await callFileHost(client, { ...call, url, streamed: true, label: 'download' });
	}
	return { outcome, isDirect, url };
}

function nextAddress(
	client: Client,
	{ headers: { location } }: HttpResponse,
	from: string,
): string {
	const next = location && URL.canParse(location, from) ? new URL(location, from) : undefined;
	const isSafe =
		next?.protocol === 'https:' || (next?.protocol === 'http:' && from.startsWith('http:'));
	if (!next || !isSafe) throw notDownloaded('the service gave no usable address for it');
	if (next.origin !== client.session.signInOrigin) return next.href;
	throw notDownloaded(
		'the service asks for a sign-in instead',
		'It sent the download on to the token host. Check the Base URL of the credential, and whether this n8n may reach the service without signing in.',
	);
}

/** Otherwise an end looks like a broken connection. */
export const hasKnownEnd = ({ headers }: HttpResponse): boolean =>
	headers['content-length'] !== undefined ||
	/\bchunked\b/i.test(headers['transfer-encoding'] ?? '');

/** The length on the wire, where a file may be compressed. */
export function sizeOf({ headers }: HttpResponse): number | undefined {
	const length = Number(headers['content-length'] ?? NaN);
	return Number.isNaN(length) ? undefined : length;
}

export function notDownloaded(why: string, description = 'Tell whoever runs the service.'): Error {
	return new OperationFailed(`The file cannot be downloaded: ${why}`, description);
}
