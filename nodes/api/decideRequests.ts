import type { Client } from '../http/client';
import { readErrorBody } from '../http/errorBody';
import { explainedError } from '../http/errors';
import { toArray } from '../http/pages';
import { FIRST_TRY } from '../http/retry';
import { APPROVED, REJECTED } from '../rules/statuses';
import { CALLS } from './calls';
import { isAll, listRequests, readRequests } from './requests';
import type { TranslationRequest } from './resources';
import { unconfirmedFields } from './wire';

/** A success proves nothing: the response or a read must show the decision. */
async function decide(
	client: Client,
	jobId: string,
	requestIds: string[],
	decided: typeof APPROVED | typeof REJECTED,
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
	const call = decided === APPROVED ? CALLS.approve : CALLS.reject;
	const response = await client.call<unknown>({
		...call(jobId, requestIds),
		body,
		unconfirmed: unconfirmedFields(body),
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
	return await decide(client, jobId, requestIds, APPROVED);
}

export async function rejectRequests(
	client: Client,
	jobId: string,
	requestIds: string[],
	note?: string,
): Promise<TranslationRequest[]> {
	return await decide(client, jobId, requestIds, REJECTED, note);
}
