import { OperationFailed } from '../../core/errors';
import { MAX_RECEIVED } from '../../rules/limits';
import type { Client } from '../client';
import { asError, explainedError, toNodeApiError } from '../errors';
import { Tries } from '../retry';
import type { HttpResponse, Ids, Outcome } from '../types';
import { type FileResponse, fileTooLarge, type Keep, receiveFile } from './arrivingFile';
import {
	type Attempted,
	callFileHost,
	classifyTransfer,
	fileHostReason,
	runTransfer,
	transferFailure,
} from './fileHost';

export interface DownloadCall {
	/** The service answers with the file or a redirect to it. */
	path: string;
	about: Ids;
	idleMs: number;
}

/** Thrown by `keep`: something else came, and asking again may bring the file. */
export class UnexpectedContent extends Error {
	override readonly name = 'UnexpectedContent';

	constructor(readonly explained: Error) {
		super(explained.message);
	}
}

interface DownloadTry<Kept> extends Attempted {
	isDirect: boolean;
	end?: { kept: Kept };
	/** How far a file came that broke off. */
	arrived?: { bytes: number; size?: number };
	/** Replaces the error that the outcome leads to. */
	error?: Error;
}

/**
 * Downloads a file and passes it to `keep`. A download that breaks off starts over and calls
 * `keep` again.
 */
export async function download<Kept>(
	client: Client,
	call: DownloadCall,
	keep: Keep<Kept>,
): Promise<Kept> {
	const tries = new Tries(client.retryLimits, client.cancelSignal);
	let connection = new AbortController();
	let refusedBefore = false;
	const attempt = async (number: number): Promise<DownloadTry<Kept>> => {
		// An abandoned response may still hold its connection.
		connection.abort();
		connection = new AbortController();
		const route = await followToFile(client, { ...call, attempt: number, connection });
		const result = await receive(route, keep, { idleMs: call.idleMs, connection });
		// Each try asks for a new address. If that is refused, too, the next one will be.
		const isFinal = refusedBefore && result.verdict === 'refused';
		refusedBefore = result.verdict === 'refused';
		return isFinal ? { ...result, verdict: 'failed' } : result;
	};
	try {
		const result = await runTransfer(attempt, tries);
		if (result.end) return result.end.kept;
		throw result.error ?? downloadFailed(client, result, tries);
	} catch (error) {
		connection.abort();
		throw asError(error);
	}
}

async function receive<Kept>(
	{ outcome, isDirect, url }: Route,
	keep: Keep<Kept>,
	from: { idleMs: number; connection: AbortController },
): Promise<DownloadTry<Kept>> {
	const { response } = outcome;
	// Any other success means that there is no file yet.
	if (response?.status !== 200) return { verdict: classifyTransfer(outcome), outcome, isDirect };
	checkReadable(response, senderOf(isDirect));
	const file = { ...response, isDirect, url } as FileResponse;
	try {
		const received = await receiveFile(file, keep, from);
		if ('kept' in received) return { verdict: 'done', outcome, isDirect, end: received };
		const { broken, bytes } = received;
		const arrived = { bytes, size: sizeOf(response) };
		return { verdict: classifyTransfer(broken), outcome: broken, isDirect, arrived };
	} catch (error) {
		if (!(error instanceof UnexpectedContent)) throw asError(error);
		return { verdict: 'again', outcome, isDirect, error: error.explained };
	}
}

function checkReadable(response: HttpResponse, sender: string) {
	const coding = response.headers['content-encoding'] ?? 'identity';
	if (coding !== 'identity')
		throw notDownloaded(`the ${sender} used an unknown compression (${coding.slice(0, 50)})`);
	if ((sizeOf(response) ?? 0) > MAX_RECEIVED.fileBytes) throw fileTooLarge();
	if (hasKnownEnd(response)) return;
	throw notDownloaded(
		'its end cannot be recognised',
		`The ${sender} sent neither a Content-Length nor chunks, so a truncated file would look complete. Tell whoever runs the service.`,
	);
}

const senderOf = (isDirect: boolean): string => (isDirect ? 'service' : 'file host');

function downloadFailed(
	client: Client,
	{ outcome, isDirect, arrived }: DownloadTry<unknown>,
	{ report }: Tries,
): Error {
	const { response } = outcome;
	const context = { node: client.context.getNode(), report, secrets: client.session.secrets };
	if (response && response.status < 300)
		return explainedError(
			{
				message: 'The download brought no file',
				description: `The ${senderOf(isDirect)} answered ${response.status} without a whole file. It may not be ready yet: run it again later.`,
				failure: { cause: 'temporarily-unavailable' },
			},
			response.status,
			context,
		);
	const far = arrived ? ` after ${progress(arrived)} bytes` : '';
	if (isDirect) return toNodeApiError(outcome, { ...context, what: `The download${far}` });
	return explainedError(
		{
			message: `The download ended${far || ' before any byte arrived'}`,
			description: `${fileHostReason(outcome)} Run it again later.`,
			failure: transferFailure(outcome),
		},
		response?.status,
		context,
	);
}

const progress = ({ bytes, size }: { bytes: number; size?: number }): string =>
	[bytes, ...(size === undefined ? [] : [size])]
		.map((count) => count.toLocaleString('en-US'))
		.join(' of ');

/** Without the first, the service may send text. A compressed file does not tell its length. */
const BYTES = { Accept: 'application/octet-stream', 'Accept-Encoding': 'identity' };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

const redirectIn = ({ response }: Outcome): HttpResponse | undefined =>
	response && REDIRECTS.has(response.status) ? response : undefined;

interface FileRequest {
	path: string;
	about: Ids;
	attempt: number;
	idleMs: number;
	/** Closes the connection while the file is being read. */
	connection: AbortController;
}

/** Where the redirects led. */
interface Route {
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
const hasKnownEnd = ({ headers }: HttpResponse): boolean =>
	headers['content-length'] !== undefined ||
	/\bchunked\b/i.test(headers['transfer-encoding'] ?? '');

/** The length on the wire, where a file may be compressed. */
export function sizeOf({ headers }: HttpResponse): number | undefined {
	const length = Number(headers['content-length'] ?? NaN);
	return Number.isNaN(length) ? undefined : length;
}

function notDownloaded(why: string, description = 'Tell whoever runs the service.'): Error {
	return new OperationFailed(`The file cannot be downloaded: ${why}`, description);
}
