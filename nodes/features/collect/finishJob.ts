import { approveRequests } from '../../api/decideRequests';
import { completeJob, getJob } from '../../api/jobs';
import { listRequests } from '../../api/requests';
import type { Job, TranslationRequest } from '../../api/resources';
import { OperationFailed } from '../../core/errors';
import type { Client } from '../../http/client';
import { asError, isChangeRefused } from '../../http/errors';
import { toArray } from '../../http/pages';
import { FINISHED, IN_REVIEW, JOB_OVER } from '../../rules/statuses';

const APPROVED_AT_ONCE = 100;

export interface FinishOptions {
	approve: boolean;
	complete: boolean;
	/** Says what could not be fetched. A job is never completed with such a rest. */
	rest?: string;
}

export interface FinishedJob {
	approved: number;
	/** Set if this call completed it. */
	completed?: Job;
	problem?: { step: 'approve' | 'complete'; error: unknown; requestIds: string[] };
}

/**
 * Approves what was fetched and completes the job when nothing is left. Failures are returned, not
 * thrown: the service does not offer approved translations again, so they must reach the workflow
 * in any case.
 */
export async function finishJob(
	client: Client,
	jobId: string,
	fetched: readonly TranslationRequest[],
	{ approve, complete, rest }: FinishOptions,
): Promise<FinishedJob> {
	const finished: FinishedJob = approve
		? await approveFetched(client, jobId, fetched)
		: { approved: 0 };
	if (!complete || finished.problem) return finished;
	try {
		if (rest) throw new OperationFailed(rest);
		return { ...finished, completed: await completeIfDone(client, jobId) };
	} catch (error) {
		return {
			...finished,
			problem: { step: 'complete', error, requestIds: idsOf(fetched) },
		};
	}
}

async function approveFetched(
	client: Client,
	jobId: string,
	fetched: readonly TranslationRequest[],
): Promise<FinishedJob> {
	let open = idsOf(fetched.filter(({ statusCode }) => statusCode === IN_REVIEW));
	let approved = 0;
	let error: unknown;
	try {
		// The service refuses a call as a whole, so what was refused is repeated one by one.
		for (const size of open.length > 1 ? [APPROVED_AT_ONCE, 1] : [1]) {
			if (open.length === 0) break;
			const ids = await notDeliveredAnew(client, jobId, fetched, open);
			open = ids;
			for (let at = 0; at < ids.length; at += size) {
				const batch = ids.slice(at, at + size);
				try {
					await approveRequests(client, jobId, batch);
					approved += batch.length;
					open = open.filter((id) => !batch.includes(id));
				} catch (refusal) {
					// After a refusal the next call may work. Without a response it will not.
					error = asError(refusal);
					if (!isChangeRefused(refusal)) throw error;
				}
			}
		}
	} catch (failure) {
		error = failure;
	}
	return {
		approved,
		...(open.length > 0 ? { problem: { step: 'approve', error, requestIds: open } } : {}),
	};
}

const idsOf = (requests: readonly TranslationRequest[]) =>
	requests.map(({ requestId }) => requestId);

/** Skips what the provider delivered again after the fetch: no one has seen it. */
async function notDeliveredAnew(
	client: Client,
	jobId: string,
	fetched: readonly TranslationRequest[],
	ids: string[],
): Promise<string[]> {
	const seen = new Map(fetched.map(({ requestId, modifiedDate }) => [requestId, modifiedDate]));
	const current = await toArray(listRequests(client, jobId, { ids }));
	return idsOf(
		current.filter(
			({ requestId, statusCode, modifiedDate }) =>
				statusCode === IN_REVIEW && modifiedDate === seen.get(requestId),
		),
	);
}

/** Undefined if requests are still open, or the job is already over. */
export async function completeIfDone(client: Client, jobId: string): Promise<Job | undefined> {
	let count = 0;
	for await (const { statusCode } of listRequests(client.forDecision(), jobId)) {
		if (!FINISHED.includes(statusCode)) return undefined;
		count += 1;
	}
	if (count === 0 || (await isOver(client, jobId))) return undefined;
	try {
		return await completeJob(client, jobId);
	} catch (error) {
		// Another execution may have completed it.
		if (isChangeRefused(error) && (await isOver(client, jobId))) return undefined;
		throw asError(error);
	}
}

async function isOver(client: Client, jobId: string): Promise<boolean> {
	return JOB_OVER.includes((await getJob(client, jobId)).statusCode);
}
