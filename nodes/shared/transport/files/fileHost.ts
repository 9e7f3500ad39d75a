/** Calls to the host that keeps the files. It never sees the access token, and no address of it is logged. */
import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Client } from '../client';
import { isHtml, readErrorBody } from '../http/errorBody';
import { type FileStream, toStream } from './fileSource';
import { StallWatch, stallError } from './stallWatch';
import { sendPlain } from '../pipeline/authenticate';
import type { Ids, Outcome } from '../types';

/** A transfer of which hardly a byte has moved for so long is given up. */
export const DEFAULT_IDLE_MS = 60_000;

/**
 * Refusals (4xx) of the file host that may pass, E: the specification promises "a specific error code instead of a 500" for
 * its intermittent failures and does not show it. What means something else keeps its meaning, whatever it says.
 */
const PASSING = {
	statuses: [408, 409, 423, 425, 429],
	words: /temporar|transient|intermittent|unavailable|try again|retry later|busy|time[d_ -]?out|overload|(?<![a-z])fms(?!FileId|SASToken|UploadUrl|PostMultipartUrl)/i,
	neverStatuses: [401, 403, 404, 410, 413],
};

/** Whether the file host refused, but may not do so on the next try. */
export function isPassing({ answer }: Outcome): boolean {
	if (!answer || answer.status < 400 || answer.status >= 500 || PASSING.neverStatuses.includes(answer.status)) return false;
	return PASSING.statuses.includes(answer.status) || PASSING.words.test(readErrorBody(answer.body));
}

/** What n8n is told about a transfer that failed in the end. */
export function transferFailure(outcome: Outcome): { cause: 'temporarily-unavailable' } | undefined {
	const isRefused = outcome.answer !== undefined && outcome.answer.status < 500 && !isPassing(outcome);
	return isRefused ? undefined : { cause: 'temporarily-unavailable' };
}

export interface FileHostCall {
	method: IHttpRequestMethods;
	url: string;
	headers: Record<string, string>;
	body?: AsyncIterable<Buffer>;
	/** Leaves the answer's body as a stream. */
	streamed?: boolean;
	/** What stands in the log instead of the address, which is a secret. */
	label: string;
	about?: Ids;
	attempt: number;
	idleMs: number;
	/** Ends the call at any time, also while its body is being read. */
	abortSignal?: AbortSignal;
}

export async function callFileHost(client: Client, call: FileHostCall): Promise<Outcome> {
	const startedAt = Date.now();
	const outcome = await sendToFileHost(client, call);
	const { method, label, about, attempt, url } = call;
	client.log({ method, path: label, about }, attempt, startedAt, outcome, new URL(url).origin);
	return outcome;
}

async function sendToFileHost(client: Client, { method, url, headers, body, streamed, idleMs, abortSignal }: FileHostCall): Promise<Outcome> {
	const controller = new AbortController();
	const cancel = () => controller.abort();
	const { cancelSignal } = client;
	if (cancelSignal?.aborted) return { lost: { code: 'CANCELLED', message: 'The execution was cancelled.', neverSent: true } };
	cancelSignal?.addEventListener('abort', cancel, { once: true });
	const watch = new StallWatch(idleMs, cancel);
	const sent = body && new SentBody(body, (bytes) => watch.moved(bytes));
	try {
		const outcome = await sendPlain(client.context, {
			method,
			url,
			headers,
			...(sent ? { body: sent.stream } : {}),
			...(streamed ? { encoding: 'stream' as const } : {}),
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// Also keeps n8n from collecting a streamed body in memory, in case it has to be sent again.
			disableFollowRedirect: true,
			// n8n's time-out would limit the transfer as a whole.
			timeout: 0,
			abortSignal: abortSignal ? AbortSignal.any([abortSignal, controller.signal]) : controller.signal,
		});
		if (sent?.failure) throw sent.failure;
		if (!watch.timedOut) return outcome;
		return { lost: stallError(idleMs) };
	} finally {
		watch.stop();
		cancelSignal?.removeEventListener('abort', cancel);
		sent?.stream.destroy();
	}
}

/** How a call to the file host went wrong, for people. */
export function fileHostReason({ answer, lost }: Outcome, problem?: string): string {
	if (!answer) return `The file host ${lost?.neverSent ? 'cannot be reached' : 'broke off'} (${lost?.code}: ${lost?.message}).`;
	const said = readErrorBody(answer.body);
	if (answer.status >= 400) return said ? `The file host answered ${answer.status}: ${said}.` : `The file host answered ${answer.status}.`;
	const why = isHtml(answer.body) ? said : problem;
	return `The file host answered ${answer.status}, which makes no sense here${why ? ` (${why})` : ''}.`;
}

/** A body on its way, and what went wrong on our side while it was read. */
class SentBody {
	failure?: Error;
	readonly stream: FileStream;

	constructor(chunks: AsyncIterable<Buffer>, onChunk: (bytes: number) => void) {
		this.stream = toStream(this.watched(chunks, onChunk));
		this.stream.on('error', () => {});
	}

	private async *watched(chunks: AsyncIterable<Buffer>, onChunk: (bytes: number) => void): AsyncGenerator<Buffer> {
		try {
			for await (const chunk of chunks) {
				onChunk(chunk.length);
				yield chunk;
			}
		} catch (error) {
			this.failure = error instanceof Error ? error : new Error(String(error));
			throw this.failure;
		}
	}
}
