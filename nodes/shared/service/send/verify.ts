import { NodeOperationError } from 'n8n-workflow';

import type { Client } from '../../transport/client';
import { toArray } from '../../transport/pages';
import { getJob } from '../jobs/jobs';
import { readCounts, totalOf } from '../jobs/requestCounts';
import { deleteRequest, listRequests } from '../requests/requests';
import type { TranslationRequest } from '../resources';
import { compareRequests } from './compare';
import { holdsOthers } from './fill';
import type { JobProgress } from './jobProgress';
import { logProgress } from './run';

/**
 * Compares a job with what was to be sent, right before it is submitted: a call whose answer was lost may have taken
 * effect later. What is double or belongs to a failed item is removed; what is missing or not ours is refused.
 */
export async function verifyJob(client: Client, { job, contentItems, requests, outcome }: JobProgress): Promise<void> {
	const { jobId } = job!;
	const expected = new Set([...requests.values()].flat().map(({ requestId }) => requestId));
	// Every request of a new job was made by a call of ours that was answered, so their number tells whether there are more.
	if (outcome === 'created' && (await countOf(client, jobId)) === expected.size) return;
	const found = await toArray(listRequests(client, jobId));
	const surplus = found.filter(({ requestId }) => !expected.has(requestId));
	const missing = [...expected].filter((id) => !found.some(({ requestId }) => requestId === id));
	if (missing.length > 0) throw lacks(client, jobId, missing);
	const { others } = compareRequests(contentItems, surplus);
	if (others[0]) throw holdsOthers(client, jobId, others);
	for (const { requestId } of surplus) await deleteRequest(client, jobId, requestId);
	if (surplus.length > 0) logSurplus(client, jobId, surplus);
}

/** How many requests a job has, if it tells. */
async function countOf(client: Client, jobId: string): Promise<number | undefined> {
	const counts = readCounts(await getJob(client, jobId, { aggregate: true }));
	return counts && totalOf(counts);
}

function logSurplus(client: Client, jobId: string, surplus: readonly TranslationRequest[]): void {
	const requestIds = surplus.map(({ requestId }) => requestId);
	logProgress(client, `removed ${surplus.length} requests from job ${jobId} that were there twice or belong to failed items`, { jobId, requestIds });
}

function lacks(client: Client, jobId: string, missing: readonly string[]): NodeOperationError {
	return new NodeOperationError(client.context.getNode(), `Job ${jobId} lacks ${missing.length} of the requests that were added to it`, {
		description: `The service confirmed them and does not list them any more, e.g. ${missing[0]}. Nothing was submitted. Run this again with the same content.`,
	});
}
