import { Client, type ClientOptions } from '../http/client';
import { readList } from '../http/expected';
import type { Ids, NodeContext } from '../http/types';
import { isRecord } from '../rules/isRecord';
import { isAbsent } from './absence';
import { subjectOf } from './subject';
import { COLLECTIONS } from './wire';

/** A client whose errors and log lines name the resources of the service. */
export async function connect(context: NodeContext, options: ClientOptions = {}): Promise<Client> {
	return await Client.create(context, { subjectOf, idsIn }, { isAbsent, ...options });
}

/** The ids that a call made, from its response. */
function idsIn(response: unknown): Ids {
	const jobId = isRecord(response) ? response.jobId : undefined;
	const requests = readList(response, { list: COLLECTIONS.requests, id: ['requestId'] }) ?? [];
	const requestIds = requests.map(({ requestId }) => String(requestId));
	return {
		...(typeof jobId === 'string' ? { jobId } : {}),
		...(requestIds.length > 0 ? { requestIds } : {}),
	};
}
