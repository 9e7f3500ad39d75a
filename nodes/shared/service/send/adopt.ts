import { toItemError } from '../../items/itemError';
import { InvalidInput } from '../../rules/invalidInput';
import { toArray } from '../../transport/pages';
import { isMarkedArchived } from '../jobs/archive';
import { listRequests } from '../requests/requests';
import type { Job } from '../resources';
import type { Claim } from './claim/claimJob';
import type { Run } from './claim/run';
import { compareRequests, missingTargets } from './compare';
import type { ContentItem } from './content/contentItem';
import { findOutdated, type ItemRequests } from './existing';
import type { JobProgress } from './jobProgress';

type Problems = Map<ContentItem, string>;

/** Uses a job that was already submitted. Items that it lacks, or has with other content, fail. */
export async function adopt(
	run: Run,
	progress: JobProgress,
	{ job, mark }: Claim & { end: 'submitted' },
): Promise<void> {
	const { contentItems } = progress;
	const isSameContent = mark.content === run.plan.contentDigest;
	const present = await readPresent(run, job, contentItems);
	// If the requests cannot be read, the label decides.
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

/** Undefined if the job cannot show them, e.g. because it is archived. */
async function readPresent(
	{ client }: Run,
	job: Job,
	contentItems: readonly ContentItem[],
): Promise<ItemRequests | undefined> {
	if (isMarkedArchived(job)) return undefined;
	const requests = await toArray(listRequests(client, job.jobId));
	const { present, unclear } = compareRequests(contentItems, requests);
	return unclear.length === 0 ? present : undefined;
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
			'Run Key',
		);
		failures.set(contentItem, toItemError(node, refusal, contentItem.itemIndex));
	}
	return failures;
}
