import { isMarkedArchived } from '../../api/archive';
import { missingTargets } from '../../api/compareRequests';
import type { Job } from '../../api/resources';
import { OperationFailed, toItemError } from '../../core/errors';
import { InvalidInput } from '../../rules/invalidInput';
import { isLost } from '../../rules/statuses';
import type { Claim } from './claim/claimJob';
import type { Run } from './claim/run';
import type { ContentItem } from './content';
import type { ItemRequests, JobProgress } from './jobProgress';
import { findOutdated, walkRequests } from './jobRequests';

type Problems = Map<ContentItem, string>;

/**
 * Uses a job that was already submitted. Items that it lacks, or has with other content, fail.
 * If nobody translates any of it, it is noted, and another look is needed.
 */
export async function adopt(
	run: Run,
	progress: JobProgress,
	{ job, mark }: Claim & { end: 'submitted' },
): Promise<void> {
	const { contentItems, slot } = progress;
	const isSameContent = mark.content === run.plan.contentDigest;
	const walked = isMarkedArchived(job)
		? undefined
		: await walkRequests(run, job.jobId, contentItems);
	if (
		walked?.requests.length &&
		walked.requests.every((request) => isLost(request, run.options.onCancelled))
	) {
		run.cancelledJobs.set(job.jobId, { job, slot });
		return;
	}
	// If the requests of the job cannot be read, e.g. because it is archived, the label decides.
	const present = walked?.unclear.length === 0 ? walked.present : undefined;
	const problems = present
		? await findProblems(run, job, present, isSameContent)
		: archivedProblems(contentItems, isSameContent);
	const good = contentItems.filter((contentItem) => !problems.has(contentItem));
	Object.assign(progress, {
		job,
		end: 'submitted',
		outcome: 'alreadySent',
		requests: new Map(good.map((contentItem) => [contentItem, present?.get(contentItem) ?? []])),
		failures: toFailures(run, job, problems),
	});
}

/** Nothing of it is in progress, so it does not count as sent. */
export function giveUpCancelled({ node }: Run, progress: JobProgress, { jobId }: Job): void {
	const refusal = new OperationFailed(
		`Job ${jobId} with the same content was cancelled`,
		"Nobody translates it, and it was not sent again. To send it anew, set 'If Cancelled or Failed' in the options to 'Send Again', or enter another run key.",
	);
	progress.end = 'givenUp';
	progress.failures = new Map(
		progress.contentItems.map((item) => [item, toItemError(node, refusal, item.itemIndex)]),
	);
}

async function findProblems(
	run: Run,
	{ jobId }: Job,
	present: ItemRequests,
	isSameContent: boolean,
): Promise<Problems> {
	const outdated = isSameContent ? [] : await findOutdated(run, jobId, present);
	const problems: Problems = new Map();
	for (const [contentItem, requests] of present) {
		if (missingTargets(contentItem, requests).length > 0)
			problems.set(contentItem, 'was submitted without this item or without some of its languages');
		else if (requests.some((request) => outdated.includes(request)))
			problems.set(contentItem, 'was submitted with another content of this item');
	}
	return problems;
}

const archivedProblems = (contentItems: readonly ContentItem[], isSameContent: boolean): Problems =>
	new Map(
		isSameContent
			? []
			: contentItems.map((contentItem) => [
					contentItem,
					'is archived and was submitted with other items',
				]),
	);

function toFailures({ node }: Run, { jobId }: Job, problems: Problems): JobProgress['failures'] {
	const failures: JobProgress['failures'] = new Map();
	for (const [contentItem, problem] of problems) {
		const refusal = new InvalidInput(
			`Job ${jobId} with the same run key ${problem}`,
			'Send what is missing or has changed with another run key: a submitted job cannot be changed.',
		);
		failures.set(contentItem, toItemError(node, refusal, contentItem.itemIndex));
	}
	return failures;
}
