import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Semaphore } from '../../core/concurrency';
import { toErrorOutput, toItemError } from '../../core/errors';
import { hideSecrets } from '../../core/redact';
import { counted } from '../../form/hints';
import type { Client } from '../../http/client';
import { APPROVED } from '../../rules/statuses';
import type { FetchedJob } from './fetchJob';
import { type FinishedJob, finishJob } from './finishJob';
import type { JobGroup } from './readGroups';

export interface CollectedJob {
	group: JobGroup;
	result: FetchedJob<INodeExecutionData>;
	finished: FinishedJob;
	approvedIds: ReadonlySet<string>;
}

/**
 * Approves and completes as the group asks, and as an earlier try has not done. The outputs
 * concerned report a failure.
 */
export async function finishGroup(
	client: Client,
	slots: Semaphore,
	group: JobGroup,
	result: FetchedJob<INodeExecutionData>,
	/** Of the whole job, which can be in several groups. */
	notFetched: number,
	before?: Pick<CollectedJob, 'finished' | 'approvedIds'>,
): Promise<CollectedJob> {
	const own = client.forItem(group.items[0]!);
	const approvedIds = new Set(before?.approvedIds);
	const requests = result.fetched.map(({ request }) =>
		approvedIds.has(request.requestId) ? { ...request, statusCode: APPROVED } : request,
	);
	const rest =
		notFetched > 0 ? `${counted(notFetched, 'translation')} could not be fetched` : undefined;
	const { approved = 0, completed } = before?.finished ?? {};
	const complete = group.complete && !completed;
	const now = await slots.run(
		async () => await finishJob(own, group.jobId, requests, { ...group, complete, rest }),
	);
	const finished = { completed, ...now, approved: approved + now.approved };
	const job = { group, result, finished, approvedIds };
	const concerned = new Set(finished.problem?.requestIds);
	for (const { request, result: output } of result.fetched) {
		const isConcerned = concerned.has(request.requestId);
		if (isConcerned)
			output.json.afterCollectingError = hideSecrets(client.context, problemOf(job)!);
		if (group.approve && !(isConcerned && finished.problem?.step === 'approve'))
			approvedIds.add(request.requestId);
	}
	return job;
}

export function problemOf({
	group: { jobId },
	finished: { problem },
}: CollectedJob): string | undefined {
	if (!problem) return undefined;
	const { step, error, requestIds } = problem;
	const reason = error instanceof Error ? error.message : String(error);
	const count = requestIds.length;
	return step === 'complete'
		? `Job ${jobId} could not be completed (${reason}). Run this operation again, or use the Complete operation.`
		: `Job ${jobId}: ${count} ${count === 1 ? 'translation' : 'translations'} could not be approved (${reason}). Use the Approve operation.`;
}

/** A failed step must not cost the translations, so it fails the node only without output. */
export function failedSteps(
	context: IExecuteFunctions,
	jobs: readonly CollectedJob[],
): INodeExecutionData[] {
	const failures = jobs.flatMap(({ group: { items }, finished: { problem } }) =>
		problem
			? [{ item: items[0]!, error: toItemError(context.getNode(), problem.error, items[0]!) }]
			: [],
	);
	if (failures[0] && !context.continueOnFail()) throw failures[0].error;
	return failures.map(({ item, error }) => toErrorOutput(context, error, item));
}
