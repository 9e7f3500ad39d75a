import type { ICredentialTestFunctions } from 'n8n-workflow';

import { unlessCancelled } from '../core/concurrency';
import { exchange, type ExchangeOptions } from './exchange';
import { type Called, logAttempt } from './log';
import { readResponse } from './outcome';
import type { Outcome } from './types';

/** A person waits for it. */
const TEST_TIMEOUT_MS = 30_000;

interface TestRequest {
	method: 'GET' | 'POST';
	url: string;
	headers: Record<string, string>;
	body?: string;
}

export interface TestLine extends Pick<Called, 'environment' | 'service'> {
	path: string;
	secrets: Iterable<string>;
}

/** n8n gives a credential's test only its oldest request helper. */
export async function testCall(
	context: ICredentialTestFunctions,
	{ url, ...request }: TestRequest,
	{ path, secrets, ...called }: TestLine,
	receive?: ExchangeOptions['receive'],
): Promise<Outcome> {
	const options = {
		...request,
		uri: url,
		// Unlike a body that the helper reads, a stream has a limit and shows when it breaks off.
		useStream: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TEST_TIMEOUT_MS,
	};
	return await exchange(
		async (signal) =>
			await readResponse(
				async () => await unlessCancelled(context.helpers.request(options), signal),
			),
		{
			timeoutMs: TEST_TIMEOUT_MS,
			receive,
			log: (outcome, startedAt) =>
				logAttempt(
					context,
					{ ...called, credentialTest: true },
					{ method: request.method, path, attempt: 1, startedAt, outcome },
					secrets,
				),
		},
	);
}
