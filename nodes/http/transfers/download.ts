import { MAX_RECEIVED } from '../../rules/limits';
import type { Client } from '../client';
import { asError, explainedError, toNodeApiError } from '../errors';
import { Tries } from '../tries';
import type { HttpResponse, Ids } from '../types';
import { type FileResponse, fileTooLarge, type Keep, receiveFile } from './arrivingFile';
import { followToFile, hasKnownEnd, notDownloaded, type Route, sizeOf } from './fileRoute';
import {
	type Attempted,
	classifyTransfer,
	fileHostReason,
	runTransfer,
	transferFailure,
} from './runTransfer';

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
