import { deleteJob, getJob } from '../../api/jobs';
import type { Job } from '../../api/resources';
import { toItemError } from '../../core/errors';
import { isGone, withAdvice } from '../../http/errors';
import { readRunMark } from '../../rules/runLabels';
import { CREATED, statusTitle } from '../../rules/statuses';
import type { Run } from './claim/run';
import { isOpen, isSubmitted, type JobProgress } from './jobProgress';
import { Overtaken } from './known/overtaken';
import { SendFailed } from './plan/failures';

/** Deletes or keeps unsubmitted jobs after a failure. The error says what became of each. */
export async function cleanUp(
	run: Run,
	all: readonly JobProgress[],
	error: unknown,
): Promise<Error> {
	const withProvider = all.filter(isSubmitted);
	const submitted = withProvider.filter(({ outcome }) => outcome !== 'alreadySent');
	const done = new Set(withProvider.map(({ job }) => job.jobId));
	const notes = [describeSubmitted(run, submitted)];
	const choice = error instanceof Overtaken ? 'delete' : run.options.onFailure;
	for (const jobId of run.claimedJobs.keys())
		if (!done.has(jobId)) notes.push(await removeOrKeep(run, jobId, choice));
	const left = notes.filter(Boolean).join(' ');
	return error instanceof SendFailed
		? error.toNodeError(run.node, left, submitted.length > 0)
		: withAdvice(error, left);
}

const SHOWN = 20;

/** The user must not send and pay twice for what was submitted. */
function describeSubmitted(
	{ digest }: Run,
	submitted: ReadonlyArray<JobProgress & { job: Job }>,
): string {
	if (submitted.length === 0) return '';
	const lines = submitted.map(({ job, slot, requests }) => {
		const items = [...new Set([...requests.keys()].map(({ itemIndex }) => itemIndex))].sort(
			(a, b) => a - b,
		);
		const listed =
			items.length > SHOWN
				? `${items.slice(0, SHOWN).join(', ')} … (${items.length.toLocaleString('en-US')} in all)`
				: items.join(', ');
		return `Job ${job.jobId} ("${slot.jobName}") was submitted before, with item${items.length === 1 ? '' : 's'} ${listed}, and stays submitted.`;
	});
	const next =
		digest === undefined
			? "Leave out what was submitted when you run this again: 'Search Window' is 0, so it would be sent twice."
			: 'Run this again with the same content: only the rest is sent.';
	return [...lines, next].join(' ');
}

/**
 * Deletes only jobs of this run: one that was taken over may be an earlier run's finished work.
 */
async function removeOrKeep(run: Run, jobId: string, choice: 'delete' | 'keep'): Promise<string> {
	const { slot, createdByUs } = run.claimedJobs.get(jobId)!;
	const isDeleted = choice === 'delete' && createdByUs;
	try {
		const job = await getJob(run.client, jobId);
		const { statusCode, labels } = job;
		const isOurs = run.digest === undefined || run.holds(readRunMark(labels));
		if (statusCode !== CREATED || !isOurs)
			return `Job ${jobId} was left as it is (${statusTitle(statusCode)}): this execution no longer owns it.`;
		if (isDeleted) {
			await deleteJob(run.client, jobId);
			run.log(`deleted the unsubmitted job ${jobId}`, { jobId });
			return `The unsubmitted job ${jobId} was deleted.`;
		}
		await run.release(job, slot);
		return `The unsubmitted job ${jobId}${createdByUs ? '' : ' of an earlier run'} was kept: run this again with the same content, and it is continued.`;
	} catch (error) {
		if (isGone(error)) return '';
		const reason = error instanceof Error ? error.message : String(error);
		return `The unsubmitted job ${jobId} is still there, because it could not be ${isDeleted ? 'deleted' : 'released'} (${reason}). Running this again with the same content continues it.`;
	}
}

/** For a job without any request. */
export async function giveUpEmptyJob(run: Run, progress: JobProgress): Promise<void> {
	const { jobId } = progress.job!;
	const note = await removeOrKeep(run, jobId, 'delete');
	run.log(`no item could be added to job ${jobId}, so it is not submitted. ${note}`, { jobId });
	run.claimedJobs.delete(jobId);
	progress.end = 'givenUp';
}

/** Fails the items of jobs that were not submitted. */
export function failUnfinishedJobs(
	{ node }: Run,
	all: readonly JobProgress[],
	reason: Error,
): void {
	const submitted = new Set(all.filter(isSubmitted).flatMap(({ contentItems }) => contentItems));
	for (const progress of all.filter(isOpen)) {
		progress.end = 'givenUp';
		// Support assets go with every job of the run.
		for (const contentItem of progress.contentItems)
			if (!submitted.has(contentItem) && !progress.failures.has(contentItem))
				progress.failures.set(contentItem, toItemError(node, reason, contentItem.itemIndex));
	}
}
