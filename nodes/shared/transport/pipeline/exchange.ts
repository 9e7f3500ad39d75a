import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

import { readResponse } from '../http/outcome';
import { CANCELLED_BEFORE_SENT, type Outcome } from '../http/types';
import type { Pace } from './pace';
import { type TryLimits, withinLimits } from './tryTimeout';

/** Sends once. The signal ends the request and the stream of its response. */
export type Send = (signal: AbortSignal) => Promise<Outcome>;

export interface ExchangeOptions extends TryLimits {
	/** Without one, it is sent at once. */
	pace?: Pace;
	/** Receives the body of a response that n8n did not read. */
	receive?: (sent: Outcome, signal: AbortSignal) => Promise<Outcome>;
	log: (outcome: Outcome, startedAt: number) => void;
}

/** One request and its response: paced, limited in time, received, logged. */
export async function exchange(
	send: Send,
	{ pace, receive, log, ...limits }: ExchangeOptions,
): Promise<Outcome> {
	if (pace && !(await pace.turn(limits.signal))) return CANCELLED_BEFORE_SENT;
	const startedAt = Date.now();
	const sentAt = performance.now();
	const outcome = await withinLimits(async (signal) => {
		const sent = await send(signal);
		return receive ? await receive(sent, signal) : sent;
	}, limits);
	pace?.noteResponse(sentAt, outcome.response?.status === 429);
	log(outcome, startedAt);
	return outcome;
}

/** What every request wants of n8n. Version 1 drops headers and body of an error status. */
export const FULL_RESPONSE = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

/** For hosts that must not see the token. */
export async function sendPlain(
	{ helpers }: IHttpRequestHelper,
	request: IHttpRequestOptions,
): Promise<Outcome> {
	return await readResponse(
		async () => await helpers.httpRequest({ ...FULL_RESPONSE, ...request }),
	);
}
