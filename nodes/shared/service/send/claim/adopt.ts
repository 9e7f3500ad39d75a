import { toItemError } from '../../../items/itemError';
import { InvalidInput } from '../../../rules/invalidInput';
import type { Client } from '../../../transport/client';
import { toArray } from '../../../transport/pages';
import { saysArchived } from '../../jobs/archive';
import { listRequests } from '../../requests/requests';
import type { Job, TranslationRequest } from '../../resources';
import { compareRequests, missingTargets } from '../compare';
import type { ContentItem } from '../contentItem';
import { findOutdated } from '../fill';
import type { JobProgress } from '../jobProgress';
import type { Run } from '../run';
import type { RunMark } from '../runKey';

/** Uses a job that was already submitted. Items that it lacks, or has with other content, fail. */
export async function adopt(
	client: Client,
	run: Run,
	each: JobProgress,
	{ job, mark }: { job: Job; mark: RunMark },
): Promise<void> {
	const { contentItems } = each;
	const isSameContent = mark.content === run.content;
	const present = await readPresent(client, job, contentItems);
	// The requests cannot be read, so the label decides.
	const problems = present
		? await findProblems(client, job, contentItems, present, isSameContent)
		: new Map(
				isSameContent
					? []
					: contentItems.map((contentItem) => [
							contentItem,
							'is archived and was submitted with other items',
						]),
			);
	const requests = new Map(
		contentItems
			.filter((contentItem) => !problems.has(contentItem))
			.map((contentItem) => [contentItem, present?.get(contentItem) ?? []]),
	);
	Object.assign(each, {
		job,
		end: 'submitted',
		outcome: 'alreadySent',
		requests,
		failures: new Map(),
	});
	for (const [contentItem, problem] of problems) {
		const refusal = new InvalidInput(
			`Job ${job.jobId} with the same run key ${problem}`,
			'Send what is missing or has changed with another run key: a submitted job cannot be changed.',
			'Run Key',
		);
		each.failures.set(
			contentItem,
			toItemError(client.context.getNode(), refusal, contentItem.itemIndex),
		);
	}
}

/** Undefined if the job cannot show them, e.g. because it is archived. */
async function readPresent(
	client: Client,
	job: Job,
	contentItems: readonly ContentItem[],
): Promise<Map<ContentItem, TranslationRequest[]> | undefined> {
	if (saysArchived(job)) return undefined;
	const { present, unclear } = compareRequests(
		contentItems,
		await toArray(listRequests(client, job.jobId)),
	);
	return unclear.length === 0 ? present : undefined;
}

async function findProblems(
	client: Client,
	{ jobId }: Job,
	contentItems: readonly ContentItem[],
	present: Map<ContentItem, TranslationRequest[]>,
	isSameContent: boolean,
): Promise<Map<ContentItem, string>> {
	const outdated = isSameContent ? [] : await findOutdated(client, jobId, present);
	const problems = new Map<ContentItem, string>();
	for (const contentItem of contentItems) {
		const requests = present.get(contentItem) ?? [];
		if (missingTargets(contentItem, requests).length > 0)
			problems.set(contentItem, 'was submitted without this item or without some of its languages');
		else if (requests.some((request) => outdated.includes(request)))
			problems.set(contentItem, 'was submitted with another content of this item');
	}
	return problems;
}
