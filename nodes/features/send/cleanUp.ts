import { deleteJob, findJob } from '../../api/jobs';
import { toItemError } from '../../core/errors';
import { withAdvice } from '../../http/errors';
import { CREATED, statusTitle } from '../../rules/statuses';
import type { Run } from './claim/run';
import type { ContentItem } from './content';
import { type GivenUp, isSent, isSentNow, type JobResult, type SentJob } from './jobProgress';
import { SendFailed } from './plan/failures';
import type { PlannedJob } from './plan/plan';

/** Deletes the unsubmitted job of this run after a failure. The error says what was sent and what not. */
export async function cleanUp(
	run: Run,
	results: readonly JobResult[],
	open: readonly PlannedJob[],
	error: unknown,
): Promise<Error> {
	const sent = results.filter(isSentNow);
	const notes = sent.length > 0 ? [describeSent(run, sent, open)] : [];
	for (const jobId of run.openJobs) notes.push(await removeOwnJob(run, jobId));
	const left = notes.filter(Boolean).join(' ');
	return error instanceof SendFailed
		? error.toNodeError(run.node, left, sent.length > 0)
		: withAdvice(error, left);
}

/** The user must not send and pay twice for what was submitted. */
function describeSent(
	{ digest, options }: Run,
	sent: readonly SentJob[],
	open: readonly PlannedJob[],
) {
	const done = options.providerId === undefined ? 'was made' : 'was submitted';
	const stays = options.providerId === undefined ? 'stays' : 'stays submitted';
	const lines = sent.map(
		({ job, slot, requests }) =>
			`Job ${job.jobId} ("${slot.jobName}") ${done} before, with ${describeItems([...requests.keys()])}, and ${stays}.`,
	);
	const rest = open.map(
		({ slot, contentItems }) => `Not sent: "${slot.jobName}", with ${describeItems(contentItems)}.`,
	);
	const next =
		digest === undefined
			? "Leave out what was submitted when you run this again: 'Search Window' is 0, so it would be sent twice."
			: 'Run this again with the same content: only the rest is sent.';
	return [...lines, ...rest, next].join(' ');
}

const SHOWN = 20;

function describeItems(contentItems: readonly ContentItem[]): string {
	const items = [...new Set(contentItems.map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b);
	const listed =
		items.length > SHOWN
			? `${items.slice(0, SHOWN).join(', ')} … (${items.length.toLocaleString('en-US')} in all)`
			: items.join(', ');
	return `item${items.length === 1 ? '' : 's'} ${listed}`;
}

/** Says what became of it. */
export async function removeOwnJob(run: Run, jobId: string): Promise<string> {
	run.openJobs.delete(jobId);
	try {
		const job = await findJob(run.client, jobId);
		if (!job) return '';
		if (job.statusCode !== CREATED)
			return `Job ${jobId} was left as it is (${statusTitle(job.statusCode)}).`;
		await deleteJob(run.client, jobId);
		run.log(`deleted the unsubmitted job ${jobId}`, { jobId });
		return `The unsubmitted job ${jobId} was deleted.`;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		run.log(`the unsubmitted job ${jobId} could not be deleted`, { jobId, reason });
		return `The unsubmitted job ${jobId} is still there, because it could not be deleted (${reason}). Delete it, or run this again with the same content: then it is replaced.`;
	}
}

/** Fails the items of jobs that were not sent. */
export function failParts(
	{ node }: Run,
	results: readonly JobResult[],
	open: readonly PlannedJob[],
	reason: Error,
): GivenUp[] {
	const sent = new Set(results.filter(isSent).flatMap(({ contentItems }) => contentItems));
	return open.map((part) => {
		// Support assets go with every job of the run.
		const unsent = part.contentItems.filter((contentItem) => !sent.has(contentItem));
		const failures = unsent.map(
			(item) => [item, toItemError(node, reason, item.itemIndex)] as const,
		);
		return { ...part, end: 'givenUp', failures: new Map(failures) };
	});
}
