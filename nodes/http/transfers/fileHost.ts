/** The file host never sees the access token, and no log shows its addresses. */
import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Client } from '../client';
import { exchange, sendPlain } from '../exchange';
import { stallError, StallWatch } from '../stallWatch';
import { readRefusal } from '../streamedBody';
import type { Ids, Outcome } from '../types';
import { receiveJson } from '../wholeBody';
import { FileBody, type Outgoing } from './fileBody';

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
	const { method, label, about, attempt, url, abortSignal } = call;
	return await exchange(async (signal) => await sendWatched(client, call, signal), {
		signal: abortSignal ?? client.cancelSignal,
		receive: readRefusal,
		log: (outcome, startedAt) =>
			client.log({ method, path: label, about }, attempt, startedAt, outcome, new URL(url).origin),
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
