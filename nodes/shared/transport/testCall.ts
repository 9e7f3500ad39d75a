import type { ICredentialTestFunctions } from 'n8n-workflow';

import { unlessCancelled } from './cancelled';
import { lowerCaseHeaders, readFailure } from './outcome';
import { TryLimit } from './tryLimit';
import type { Outcome } from './types';
import { readWhole } from './wholeBody';

/** How long a person who presses Save waits for each call. */
const TEST_TIMEOUT_MS = 30_000;

export interface TestRequest {
	method: 'GET' | 'POST';
	url: string;
	headers: Record<string, string>;
	body?: string;
}

/** One call of a credential's test, to which n8n gives only its oldest request helper. The body of an answer is a `WholeBody`. */
export async function testCall(context: ICredentialTestFunctions, request: TestRequest): Promise<Outcome> {
	const limit = new TryLimit(TEST_TIMEOUT_MS);
	return await limit.run(async () => {
		try {
			return { answer: await unlessCancelled(send(context, request), limit.signal) };
		} catch (error) {
			return readFailure(error);
		}
	});
}

async function send({ helpers }: ICredentialTestFunctions, { url, ...request }: TestRequest) {
	const { statusCode, headers, body } = (await helpers.request({
		...request,
		uri: url,
		// Other than a body that the helper reads, a stream tells when it breaks off.
		useStream: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TEST_TIMEOUT_MS,
	})) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
	return { status: statusCode, headers: lowerCaseHeaders(headers), body: await readWhole(body) };
}
