/** The file host never sees the access token, and no log shows its addresses. */
import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Client } from '../client';
import { isHtml, readErrorBody } from '../http/errorBody';
import { sendPlain } from '../pipeline/authenticate';
import type { Ids, Outcome } from '../types';
import { FileBody, type Outgoing } from './fileBody';
import { stallError, StallWatch } from './stallWatch';

/** The longest time without progress. */
export const DEFAULT_IDLE_MS = 60_000;

/**
 * Refusals of the file host that may pass (E). The specification promises "a specific error code
 * instead of a 500" for intermittent failures and does not show it.
 */
const PASSING = {
	statuses: [408, 409, 423, 425, 429],
	words:
		/temporar|transient|intermittent|unavailable|try again|retry later|busy|time[d_ -]?out|overload|(?<![a-z])fms(?!FileId|SASToken|UploadUrl|PostMultipartUrl)/i,
	neverStatuses: [401, 403, 404, 410, 413],
};

export function isPassing({ answer }: Outcome): boolean {
	if (
		!answer ||
		answer.status < 400 ||
		answer.status >= 500 ||
		PASSING.neverStatuses.includes(answer.status)
	)
		return false;
	return PASSING.statuses.includes(answer.status) || PASSING.words.test(readErrorBody(answer.body));
}

export function transferFailure(
	outcome: Outcome,
): { cause: 'temporarily-unavailable' } | undefined {
	const isRefused =
		outcome.answer !== undefined && outcome.answer.status < 500 && !isPassing(outcome);
	return isRefused ? undefined : { cause: 'temporarily-unavailable' };
}

export interface FileHostCall {
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
	const startedAt = Date.now();
	const outcome = await sendToFileHost(client, call);
	const { method, label, about, attempt, url } = call;
	client.log({ method, path: label, about }, attempt, startedAt, outcome, new URL(url).origin);
	return outcome;
}

async function sendToFileHost(
	client: Client,
	{ method, url, headers, body, streamed, idleMs, abortSignal }: FileHostCall,
): Promise<Outcome> {
	const controller = new AbortController();
	const cancel = () => controller.abort();
	const { cancelSignal } = client;
	if (cancelSignal?.aborted)
		return {
			lost: { code: 'CANCELLED', message: 'The execution was cancelled.', neverSent: true },
		};
	cancelSignal?.addEventListener('abort', cancel, { once: true });
	const watch = new StallWatch(idleMs, cancel);
	const sent = body && new FileBody(body, (bytes) => watch.moved(bytes));
	try {
		const outcome = await sendPlain(client.context, {
			method,
			url,
			headers,
			...(sent ? { body: sent } : {}),
			...(streamed ? { encoding: 'stream' as const } : {}),
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// n8n would buffer a streamed body for a redirect.
			disableFollowRedirect: true,
			// n8n's timeout would limit the whole transfer.
			timeout: 0,
			abortSignal: abortSignal
				? AbortSignal.any([abortSignal, controller.signal])
				: controller.signal,
		});
		if (sent?.failure) throw sent.failure;
		if (!watch.timedOut) return outcome;
		return { lost: stallError(idleMs) };
	} finally {
		watch.stop();
		cancelSignal?.removeEventListener('abort', cancel);
	}
}

export function fileHostReason({ answer, lost }: Outcome, problem?: string): string {
	if (!answer)
		return `The file host ${lost?.neverSent ? 'cannot be reached' : 'broke off'} (${lost?.code}: ${lost?.message}).`;
	const message = readErrorBody(answer.body);
	if (answer.status >= 400)
		return message
			? `The file host answered ${answer.status}: ${message}.`
			: `The file host answered ${answer.status}.`;
	const why = isHtml(answer.body) ? message : problem;
	return `The file host answered ${answer.status}, which is no valid answer here${why ? ` (${why})` : ''}.`;
}
