/** The file host never sees the access token, and no log shows its addresses. */
import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Client } from '../client';
import { sendPlain } from '../pipeline/authenticate';
import type { Ids, Outcome } from '../types';
import { FileBody, type Outgoing } from './fileBody';
import { stallError, StallWatch } from './stallWatch';

/** The longest time without progress. */
export const DEFAULT_IDLE_MS = 60_000;

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
