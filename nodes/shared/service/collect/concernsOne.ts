import { NodeApiError } from 'n8n-workflow';

import { OperationFailed } from '../../items/operationFailed';
import { InvalidInput } from '../../rules/invalidInput';
import type { Client } from '../../transport/client';
import { toArray } from '../../transport/pages';
import { isStatus } from '../../transport/pipeline/errors';
import { listRequests } from '../requests/requests';
import type { TranslationRequest } from '../resources';

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
