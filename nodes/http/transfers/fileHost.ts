/**
 * Calls to the file host, and what follows from their outcomes. It never sees the access token, and no
 * log shows its addresses.
 */
import type { IHttpRequestMethods } from 'n8n-workflow';

import { keysIn } from '../../core/redact';
import { readRefusal, receiveJson, stallError, StallWatch } from '../body';
import type { Client } from '../client';
import { isHtml, mayPassAtFileHost, readErrorBody } from '../errorBody';
import { exchange, sendPlain } from '../exchange';
import type { Tries } from '../retry';
import type { Ids, Outcome } from '../types';

/** The longest time without progress. */
export const DEFAULT_IDLE_MS = 60_000;

interface FileHostCall {
	method: IHttpRequestMethods;
	url: string;
	headers: Record<string, string>;
	body?: Outgoing;
	streamed?: boolean;
	/** Logged instead of the address, which is a secret. */
	label: string;
	about?: Ids;
	attempt: number;
	idleMs: number;
	/** Also ends the reading of the body. */
	abortSignal?: AbortSignal;
}

export async function callFileHost(client: Client, call: FileHostCall): Promise<Outcome> {
	const { method, label, about, attempt, url, abortSignal } = call;
	const ids = Object.values(about ?? {}).flat();
	for (const key of keysIn(url, label === 'download'))
		if (!ids.includes(key)) client.session.secrets.add(key);
	return await exchange(async (signal) => await sendWatched(client, call, signal), {
		signal: abortSignal ?? client.cancelSignal,
		receive: readRefusal,
		log: (outcome, startedAt) =>
			client.log({ method, path: label, about, attempt, startedAt, outcome }, new URL(url).origin),
	});
}

/** A transfer may take long, but must not stand still. */
async function sendWatched(
	client: Client,
	{ method, url, headers, body, streamed, idleMs }: FileHostCall,
	signal: AbortSignal,
): Promise<Outcome> {
	if (client.cancelSignal?.aborted)
		return {
			lost: { code: 'CANCELLED', message: 'The execution was cancelled.', neverSent: true },
		};
	const stalled = new AbortController();
	const watch = new StallWatch(idleMs, () => stalled.abort());
	const ends = AbortSignal.any([signal, stalled.signal]);
	const sent = body && new FileBody(body, (bytes) => watch.moved(bytes));
	try {
		const answered = await sendPlain(client.context, {
			method,
			url,
			headers,
			...(sent ? { body: sent } : {}),
			// n8n's timeout would limit the whole transfer.
			timeout: 0,
			abortSignal: ends,
		});
		const outcome = streamed ? answered : await receiveJson(answered, ends);
		if (sent?.failure) throw sent.failure;
		return watch.timedOut ? { lost: stallError(idleMs) } : outcome;
	} finally {
		watch.stop();
	}
}

interface Outgoing {
	chunks: AsyncIterable<Buffer>;
	size: number;
	contentType: string;
}

/** Chunks that are read while earlier ones are sent. */
const READ_AHEAD = 4;

/**
 * The body of an upload. Its bytes are read while they are sent, so a file is never in memory as a
 * whole. n8n's request helper takes it like any other Blob, and sends its type and size.
 */
class FileBody extends Blob {
	/** What went wrong while the bytes were read. */
	failure?: Error;

	constructor(
		private readonly outgoing: Outgoing,
		private readonly onChunk: (bytes: number) => void,
	) {
		super([], { type: outgoing.contentType });
		Object.defineProperty(this, 'size', { value: outgoing.size });
	}

	override stream(): ReadableStream<Uint8Array> {
		const chunks = this.read();
		return new ReadableStream<Uint8Array>(
			{
				async pull(controller) {
					const { value, done } = await chunks.next();
					if (done) controller.close();
					else controller.enqueue(value);
				},
				async cancel() {
					await chunks.return(undefined);
				},
			},
			{ highWaterMark: READ_AHEAD },
		);
	}

	private async *read(): AsyncGenerator<Buffer> {
		try {
			for await (const chunk of this.outgoing.chunks) {
				this.onChunk(chunk.length);
				yield chunk;
			}
		} catch (error) {
			this.failure = error instanceof Error ? error : new Error(String(error));
			throw this.failure;
		}
	}
}

/** This much, or a hundredth of a smaller file, counts as progress. */
const ENOUGH_BYTES = 65_536;
const ENOUGH_SHARE = 0.01;

/** How one try of a transfer ended. */
export interface Attempted {
	verdict: TransferVerdict;
	outcome: Outcome;
	/** How much need not be sent again. */
	position?: number;
	size?: number;
}

/**
 * Tries an upload or a download until it is done, fails for good or reaches the limits. Progress
 * resets the tries.
 */
export async function runTransfer<Result extends Attempted>(
	attempt: (number: number) => Promise<Result>,
	tries: Tries,
): Promise<Result> {
	let reached = 0;
	for (;;) {
		const result = await attempt(tries.begin());
		const { verdict, outcome, position = 0 } = result;
		if (verdict === 'done' || verdict === 'failed') return result;
		const hasMoved = verdict === 'again' && position - reached >= enough(result.size);
		if (hasMoved) reached = position;
		if (!(await tries.waitForRetry(outcome, hasMoved))) return result;
	}
}

/**
 * A host that breaks off every call after a few bytes would be asked for ever. So only new bytes
 * count, and only enough of them.
 */
const enough = (size = Infinity): number =>
	Math.max(1, Math.min(ENOUGH_BYTES, size * ENOUGH_SHARE));

/** `refused`: a new permission may help. `failed`: nothing does. */
export type TransferVerdict = 'done' | 'again' | 'refused' | 'failed';

/** The permission may have expired. */
const REFUSED = new Set([401, 403, 404, 410]);

/** A success that does not prove that the transfer is done counts as unclear. */
export function classifyTransfer(outcome: Outcome, isDone = false): TransferVerdict {
	if (isDone) return 'done';
	const { response } = outcome;
	if (!response || response.status < 300 || response.status >= 500) return 'again';
	if (REFUSED.has(response.status)) return 'refused';
	return mayPassAtFileHost(response) ? 'again' : 'failed';
}

export function transferFailure(
	outcome: Outcome,
): { cause: 'temporarily-unavailable' } | undefined {
	const isAnswered = outcome.response !== undefined && outcome.response.status < 300;
	const mayPass = !isAnswered && classifyTransfer(outcome) === 'again';
	return mayPass ? { cause: 'temporarily-unavailable' } : undefined;
}

export function fileHostReason({ response, lost }: Outcome, problem?: string): string {
	if (!response)
		return `The file host ${lost?.neverSent ? 'cannot be reached' : 'broke off'} (${lost?.code}: ${lost?.message}).`;
	const message = readErrorBody(response.body);
	if (response.status >= 400)
		return message
			? `The file host answered ${response.status}: ${message}.`
			: `The file host answered ${response.status}.`;
	const why = isHtml(response.body) ? message : problem;
	return `The file host answered ${response.status}, which is no valid answer here${why ? ` (${why})` : ''}.`;
}
