import { NodeApiError } from 'n8n-workflow';

import { APPROVED, REJECTED } from '../../rules/statuses';
import type { Client } from '../../transport/client';
import { readErrorBody } from '../../transport/http/errorBody';
import { toArray } from '../../transport/pages';
import { EXPECTED } from '../answers';
import type { TranslationRequest } from '../resources';
import { PATHS, unsureFields } from '../wire';
import { isAll, listRequests, readRequests } from './requests';

/** A success proves nothing: the answer or a read must show the decision. */
async function decide(
	client: Client,
	jobId: string,
	path: string,
	requestIds: string[],
	decided: string,
	note?: string,
): Promise<TranslationRequest[]> {
	const isDone = (requests: readonly TranslationRequest[]) =>
		isAll(requestIds, requests) && requests.every(({ statusCode }) => statusCode === decided);
	const readAll = async (look: Client) =>
		await toArray(listRequests(look, jobId, { ids: requestIds }));
	const findEffect = async (look: Client) => {
		const requests = await readAll(look);
		return isDone(requests) ? requests : undefined;
	};
	const body = { requestIds, note: note || undefined };
	const answer = await client.call<unknown>({
		method: 'PUT',
		path,
		body,
		unsure: unsureFields(body),
		about: { jobId, requestIds },
		expects: EXPECTED.decision(jobId),
		findEffect,
	});
	const answered = readRequests(answer, jobId).filter(({ requestId }) =>
		requestIds.includes(requestId),
	);
	if (isDone(answered)) return answered;
	const now = await readAll(client);
	if (isDone(now)) return now;
	const undecided = requestIds.filter(
		(id) => now.find(({ requestId }) => requestId === id)?.statusCode !== decided,
	);
	throw refused(client, undecided, answered.length === 0 ? readErrorBody(answer) : '');
}

const refused = (client: Client, requestIds: string[], refusal: string) =>
	new NodeApiError(
		client.context.getNode(),
		{},
		{
			message: refusal
				? `The service did not accept the decision: ${refusal}`
				: 'The service did not accept the decision, and gave no reason',
			description: `${requestIds.length === 1 ? `Request ${requestIds[0]} is` : `Requests ${requestIds.join(', ')} are`} unchanged. Only what is in review can be approved or rejected.`,
			httpCode: '409',
		},
	);

export async function approveRequests(
	client: Client,
	jobId: string,
	requestIds: string[],
): Promise<TranslationRequest[]> {
	return await decide(client, jobId, PATHS.approve(jobId), requestIds, APPROVED);
}

export async function rejectRequests(
	client: Client,
	jobId: string,
	requestIds: string[],
	note?: string,
): Promise<TranslationRequest[]> {
	return await decide(client, jobId, PATHS.reject(jobId), requestIds, REJECTED, note);
}
