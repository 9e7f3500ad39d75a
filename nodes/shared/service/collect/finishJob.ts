import { OperationFailed } from '../../items/operationFailed';
import { FINISHED, IN_REVIEW, JOB_OVER } from '../../rules/statuses';
import type { Client } from '../../transport/client';
import { toArray } from '../../transport/pages';
import { asError, isChangeRefused } from '../../transport/pipeline/errors';
import { completeJob, getJob } from '../jobs/jobs';
import { approveRequests } from '../requests/decideRequests';
import { listRequests } from '../requests/requests';
import type { Job, TranslationRequest } from '../resources';

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
			problem: { step: 'complete', error, requestIds: fetched.map(({ requestId }) => requestId) },
		};
	}
}

async function approveFetched(
	client: Client,
	jobId: string,
	fetched: readonly TranslationRequest[],
): Promise<FinishedJob> {
	const inReview = fetched.filter(({ statusCode }) => statusCode === IN_REVIEW);
	if (inReview.length === 0) return { approved: 0 };
	let ids: string[];
	try {
		ids = await notDeliveredAnew(client, jobId, inReview);
	} catch (error) {
		return {
			approved: 0,
			problem: { step: 'approve', error, requestIds: inReview.map(({ requestId }) => requestId) },
		};
	}
	let failed: string[] = [];
	let firstError: unknown;
	for (let at = 0; at < ids.length; at += APPROVED_AT_ONCE) {
		const batch = ids.slice(at, at + APPROVED_AT_ONCE);
		try {
			await approveRequests(client, jobId, batch);
		} catch (error) {
			firstError ??= error;
			// After a refusal the next batch may work. Without a response it will not.
			failed = [...failed, ...(isChangeRefused(error) ? batch : ids.slice(at))];
			if (!isChangeRefused(error)) break;
		}
	}
	return {
		approved: ids.length - failed.length,
		...(failed.length > 0
			? { problem: { step: 'approve', error: firstError, requestIds: failed } }
			: {}),
	};
}

/** Skips what the provider delivered again after the fetch: no one has seen it. */
async function notDeliveredAnew(
	client: Client,
	jobId: string,
	fetched: readonly TranslationRequest[],
): Promise<string[]> {
	const seen = new Map(fetched.map(({ requestId, modifiedDate }) => [requestId, modifiedDate]));
	const current = await toArray(listRequests(client, jobId, { ids: [...seen.keys()] }));
	return current
		.filter(
			({ requestId, statusCode, modifiedDate }) =>
				statusCode === IN_REVIEW && modifiedDate === seen.get(requestId),
		)
		.map(({ requestId }) => requestId);
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
