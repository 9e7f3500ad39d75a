import type { Client } from '../http/client';
import { readErrorBody } from '../http/errorBody';
import { explainedError } from '../http/errors';
import { toArray } from '../http/pages';
import { FIRST_TRY } from '../http/tries';
import { APPROVED, REJECTED } from '../rules/statuses';
import { isAll, listRequests, readRequests } from './requests';
import type { TranslationRequest } from './resources';
import { EXPECTED } from './responses';
import { PATHS, unconfirmedFields } from './wire';

/** A success proves nothing: the response or a read must show the decision. */
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
	const readAll = async (probe: Client) =>
		await toArray(listRequests(probe, jobId, { ids: requestIds }));
	const findEffect = async (probe: Client) => {
		const requests = await readAll(probe);
		return isDone(requests) ? requests : undefined;
	};
	const body = { requestIds, note: note || undefined };
	const response = await client.call<unknown>({
		method: 'PUT',
		path,
		body,
		unconfirmed: unconfirmedFields(body),
		about: { jobId, requestIds },
		expects: EXPECTED.decision(jobId),
		findEffect,
	});
	const noteResponse = readRequests(response, jobId).filter(({ requestId }) =>
		requestIds.includes(requestId),
	);
	if (isDone(noteResponse)) return noteResponse;
	const now = await readAll(client);
	if (isDone(now)) return now;
	const undecided = requestIds.filter(
		(id) => now.find(({ requestId }) => requestId === id)?.statusCode !== decided,
	);
	throw refused(client, undecided, noteResponse.length === 0 ? readErrorBody(response) : '');
}

const refused = (client: Client, requestIds: string[], refusal: string) =>
	explainedError(
		{
			message: refusal
				? `The service did not accept the decision: ${refusal}`
				: 'The service did not accept the decision, and gave no reason',
			description: `${requestIds.length === 1 ? `Request ${requestIds[0]} is` : `Requests ${requestIds.join(', ')} are`} unchanged. Only what is in review can be approved or rejected.`,
		},
		409,
		{
			node: client.context.getNode(),
			report: FIRST_TRY,
			secrets: client.session.secrets,
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
