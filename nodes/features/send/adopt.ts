import { InvalidInput } from '../../../l10n/invalidInput';
import { isMarkedArchived } from '../../api/archive';
import { missingTargets } from '../../api/compareRequests';
import type { Job } from '../../api/resources';
import { OperationFailed, toItemError } from '../../core/errors';
import { isLost } from '../../rules/statuses';
import type { Line, Turn } from './claim/line';
import {
	type GivenUp,
	giveUp,
	type ItemFailures,
	type ItemRequests,
	type JobResult,
	type Run,
} from './claim/run';
import type { Candidate } from './claim/search';
import type { ContentItem } from './content';
import { findOutdated, walkRequests } from './jobRequests';
import type { PlannedJob } from './plan/plan';

/** What a submitted job has otherwise, or not at all. */
type Differences = Map<ContentItem, string>;

export type OpenTurn = Exclude<Turn, { is: 'submitted' | 'cancelled' }>;

/** Compares what was submitted before with the input. Changes nothing. */
export async function useSubmitted(
	run: Run,
	part: PlannedJob,
	line: Line,
	own?: Job,
): Promise<JobResult | OpenTurn> {
	const turn = line.turn(own);
	if (turn.is === 'cancelled') return giveUpCancelled(run, part, turn.job);
	if (turn.is !== 'submitted') return turn;
	// A job in which nobody translates anything counts as cancelled from now on.
	return (await adopt(run, part, turn.candidate)) ?? (await useSubmitted(run, part, line, own));
}

export const isResult = (found: JobResult | OpenTurn): found is JobResult => 'end' in found;

/**
 * Uses a job that was already submitted. Items that it lacks, or has with other content, fail.
 * If nobody translates any of it, it is noted, and another look is needed.
 */
async function adopt(
	run: Run,
	part: PlannedJob,
	{ job, mark }: Candidate,
): Promise<JobResult | undefined> {
	const { contentItems, slot } = part;
	const isSameContent = mark.content === run.plan.contentDigest;
	const walked = isMarkedArchived(job)
		? undefined
		: await walkRequests(run, job.jobId, contentItems);
	if (
		walked?.requests.length &&
		walked.requests.every((request) => isLost(request, run.options.onCancelled))
	) {
		run.cancelledJobs.set(job.jobId, { job, slot });
		return undefined;
	}
	// If the requests of the job cannot be read, e.g. because it is archived, the label decides.
	const present = walked?.unclear.length === 0 ? walked.present : undefined;
	const differences = present
		? await findDifferences(run, job, present, isSameContent)
		: differencesOfArchived(contentItems, isSameContent);
	const good = contentItems.filter((contentItem) => !differences.has(contentItem));
	return {
		...part,
		end: 'sent',
		job,
		outcome: 'alreadySent',
		requests: new Map(good.map((contentItem) => [contentItem, present?.get(contentItem) ?? []])),
		failures: toFailures(run, job, differences),
	};
}

/** Nothing of it is in progress, so it does not count as sent. */
function giveUpCancelled(run: Run, part: PlannedJob, { jobId }: Job): GivenUp {
	const refusal = new OperationFailed(
		`Job ${jobId} with the same content was cancelled`,
		"Nobody translates it, and it was not sent again. To send it anew, set 'If Cancelled or Failed' in the options to 'Send Again', or enter another run key.",
	);
	return giveUp(run, part, refusal);
}

async function findDifferences(
	run: Run,
	{ jobId }: Job,
	present: ItemRequests,
	isSameContent: boolean,
): Promise<Differences> {
	const outdated = isSameContent ? [] : await findOutdated(run, jobId, present);
	const differences: Differences = new Map();
	for (const [contentItem, requests] of present) {
		if (missingTargets(contentItem, requests).length > 0)
			differences.set(
				contentItem,
				'was submitted without this item or without some of its languages',
			);
		else if (requests.some((request) => outdated.includes(request)))
			differences.set(contentItem, 'was submitted with another content of this item');
	}
	return differences;
}

const differencesOfArchived = (
	contentItems: readonly ContentItem[],
	isSameContent: boolean,
): Differences =>
	new Map(
		isSameContent
			? []
			: contentItems.map((contentItem) => [
					contentItem,
					'is archived and was submitted with other items',
				]),
	);

function toFailures({ node }: Run, { jobId }: Job, differences: Differences): ItemFailures {
	const failures: ItemFailures = new Map();
	for (const [contentItem, difference] of differences) {
		const refusal = new InvalidInput(
			`Job ${jobId} with the same run key ${difference}`,
			'Send what is missing or has changed with another run key: a submitted job cannot be changed.',
		);
		failures.set(contentItem, toItemError(node, refusal, contentItem.itemIndex));
	}
	return failures;
}
