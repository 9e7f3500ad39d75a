import { NodeApiError } from 'n8n-workflow';

import { listRequests } from '../../api/requests';
import type { TranslationRequest } from '../../api/resources';
import { OperationFailed } from '../../core/operationFailed';
import type { Client } from '../../http/client';
import { isStatus } from '../../http/errors';
import { toArray } from '../../http/pages';
import { InvalidInput } from '../../rules/invalidInput';

/** The service answers, but not to us or not now. */
const CONCERN_ALL = [401, 429];

/**
 * Whether a failed fetch concerns this translation alone, whatever its status. It does if the
 * service still answers about the request. Otherwise the next fetch would fail as well.
 */
export async function concernsOne(
	client: Client,
	{ jobId, requestId }: TranslationRequest,
	error: unknown,
): Promise<boolean> {
	// Its texts do not fit into their entry.
	if (error instanceof InvalidInput) return true;
	// Anything else comes from n8n, e.g. a full disk.
	const isAboutFetch = error instanceof NodeApiError || error instanceof OperationFailed;
	if (!isAboutFetch || isStatus(error, ...CONCERN_ALL)) return false;
	try {
		await toArray(listRequests(client.forProbe(), jobId, { ids: [requestId] }), 1);
		return client.cancelSignal?.aborted !== true;
	} catch {
		return false;
	}
}
