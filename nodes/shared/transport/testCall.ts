import type { ICredentialTestFunctions } from 'n8n-workflow';

import { lowerCaseHeaders, readFailure } from './http/outcome';
import { readWhole } from './http/wholeBody';
import { unlessCancelled } from './pipeline/cancelled';
import { type Called, logAttempt } from './pipeline/log';
import { TryTimeout } from './pipeline/tryTimeout';
import type { Outcome } from './types';

/** A person waits for it. */
const TEST_TIMEOUT_MS = 30_000;

export interface TestRequest {
	method: 'GET' | 'POST';
	url: string;
	headers: Record<string, string>;
	body?: string;
}

export interface TestLine extends Pick<Called, 'environment' | 'service'> {
	path: string;
	secrets: readonly string[];
}

/** n8n gives a credential's test only its oldest request helper. */
export async function testCall(
	context: ICredentialTestFunctions,
	request: TestRequest,
	{ path, secrets, ...called }: TestLine,
): Promise<Outcome> {
	const startedAt = Date.now();
	const limit = new TryTimeout(TEST_TIMEOUT_MS);
	const outcome = await limit.run(async () => {
		try {
			return { answer: await unlessCancelled(sendTestRequest(context, request), limit.signal) };
		} catch (error) {
			return readFailure(error);
		}
	});
	logAttempt(
		context,
		{ ...called, credentialTest: true },
		{ method: request.method, path, attempt: 1, startedAt, outcome },
		secrets,
	);
	return outcome;
}

async function sendTestRequest(
	{ helpers }: ICredentialTestFunctions,
	{ url, ...request }: TestRequest,
) {
	const { statusCode, headers, body } = (await helpers.request({
		...request,
		uri: url,
		// Unlike a body that the helper reads, a stream shows when it breaks off.
		useStream: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TEST_TIMEOUT_MS,
	})) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
	return { status: statusCode, headers: lowerCaseHeaders(headers), body: await readWhole(body) };
}
