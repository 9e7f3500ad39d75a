import { getJob } from '../../api/jobs';
import { readCounts, totalOf } from '../../api/requestCounts';
import { deleteRequest, listRequests } from '../../api/requests';
import type { TranslationRequest } from '../../api/resources';
import { OperationFailed } from '../../core/errors';
import { toArray } from '../../http/pages';
import type { Run } from './claim/run';
import { compareRequests } from './compare';
import { holdsOthers } from './existing';
import type { JobProgress } from './jobProgress';

/**
 * Checks a job right before it is submitted: a lost call may have taken effect late. Deletes
 * surplus requests of ours. Fails on missing and unknown ones.
 */
export async function verifyJob(
	run: Run,
	jobId: string,
	{ contentItems, requests, outcome }: JobProgress,
): Promise<void> {
	const { client } = run;
	const expected = new Set([...requests.values()].flat().map(({ requestId }) => requestId));
	// All calls for a new job were answered, so its count shows whether there are more.
	if (outcome === 'created' && (await countOf(run, jobId)) === expected.size) return;
	const found = await toArray(listRequests(client.forDecision(), jobId));
	const surplus = found.filter(({ requestId }) => !expected.has(requestId));
	const missing = [...expected].filter((id) => !found.some(({ requestId }) => requestId === id));
	if (missing.length > 0) throw lacks(jobId, missing);
	const { others } = compareRequests(contentItems, surplus);
	if (others[0]) throw holdsOthers(jobId, others);
	for (const { requestId } of surplus) await deleteRequest(client, jobId, requestId);
	if (surplus.length > 0) logSurplus(run, jobId, surplus);
}

async function countOf({ client }: Run, jobId: string): Promise<number | undefined> {
	const counts = readCounts(await getJob(client, jobId, { aggregate: true }));
	return counts && totalOf(counts);
}

function logSurplus(run: Run, jobId: string, surplus: readonly TranslationRequest[]): void {
	const requestIds = surplus.map(({ requestId }) => requestId);
	run.log(
		`removed ${surplus.length} requests from job ${jobId} that were there twice or belong to failed items`,
		{ jobId, requestIds },
	);
}

function lacks(jobId: string, missing: readonly string[]): OperationFailed {
	return new OperationFailed(
		`Job ${jobId} lacks ${missing.length} of the requests that were added to it`,
		`The service confirmed them, but no longer lists them, e.g. ${missing[0]}. Nothing was submitted. Run this again with the same content.`,
	);
}
