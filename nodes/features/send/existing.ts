import { withContent } from '../../api/inlineTexts';
import { deleteRequest, listRequests } from '../../api/requests';
import type { TranslationRequest } from '../../api/resources';
import { toArray } from '../../http/pages';
import type { Run } from './claim/run';
import { compareRequests } from './compare';
import type { ContentItem } from './content/content';
import { RunRefused } from './plan/sendFailed';

const SHOWN = 5;

export type ItemRequests = Map<ContentItem, TranslationRequest[]>;

export interface Existing {
	present: ItemRequests;
	/** Double and outdated requests. */
	surplus: TranslationRequest[];
}

/** What an earlier run added. Fails on what this run does not know. */
export async function readExisting(
	run: Run,
	jobId: string,
	contentItems: readonly ContentItem[],
): Promise<Existing> {
	const requests = await toArray(listRequests(run.client.forDecision(), jobId));
	const { present, doubles, others, unclear } = compareRequests(contentItems, requests);
	if (unclear[0]) throw isUnclear(jobId, unclear[0]);
	if (others[0]) throw holdsOthers(jobId, others);
	const outdated = await findOutdated(run, jobId, present, isDoubtful);
	for (const [contentItem, known] of present)
		present.set(
			contentItem,
			known.filter((request) => !outdated.includes(request)),
		);
	return { present, surplus: [...doubles, ...outdated] };
}

/** Keeps what an earlier run added, and deletes the surplus. */
export async function reconcileExisting(
	run: Run,
	jobId: string,
	contentItems: readonly ContentItem[],
): Promise<ItemRequests> {
	const { present, surplus } = await readExisting(run, jobId, contentItems);
	for (const { requestId } of surplus) await deleteRequest(run.client, jobId, requestId);
	const found = [...present.values()].flat().length;
	const removed = surplus.length;
	run.log(`job ${jobId} has ${found} requests of this run already`, { jobId, found, removed });
	return present;
}

/** An earlier run may have ended before it read back texts that the service ignored. */
const isDoubtful = ({ kind }: ContentItem, { sourceContentId }: TranslationRequest): boolean =>
	kind === 'content' && !sourceContentId;

/**
 * Requests whose content has changed. Compares the content itself: ids say nothing about it. An id
 * that was derived from the content does, unless the request is doubtful.
 */
export async function findOutdated(
	run: Run,
	jobId: string,
	present: ItemRequests,
	isUnsure: typeof isDoubtful = () => false,
): Promise<TranslationRequest[]> {
	const outdated: TranslationRequest[] = [];
	for (const [contentItem, requests] of present) {
		const compared = requests.filter(
			(request) => !contentItem.isIdDerived || isUnsure(contentItem, request),
		);
		outdated.push(...(await outdatedOf(run, jobId, contentItem, compared)));
	}
	return outdated;
}

/** Reads stored content once, however many languages refer to it. */
async function outdatedOf(
	run: Run,
	jobId: string,
	{ content, itemIndex }: ContentItem,
	requests: readonly TranslationRequest[],
): Promise<TranslationRequest[]> {
	const client = run.client.forItem(itemIndex);
	const known = new Map<string, boolean>();
	const outdated: TranslationRequest[] = [];
	for (const request of requests) {
		const stored = content.storedIn(await withContent(client, request));
		const key = JSON.stringify(stored);
		if (!known.has(key))
			known.set(key, stored !== undefined && (await content.isStored(client, jobId, stored)));
		if (!known.get(key)) outdated.push(request);
	}
	return outdated;
}

function isUnclear(jobId: string, { requestName }: TranslationRequest): RunRefused {
	return new RunRefused(
		`Job ${jobId} cannot be continued: its request "${requestName}" does not tell which item it is for`,
		'Adding it again might have it translated twice. Delete the unsubmitted job, or set another run key; then everything is sent anew.',
	);
}

/** The owner is unknown, so they are neither deleted nor submitted. */
export function holdsOthers(jobId: string, others: readonly TranslationRequest[]): RunRefused {
	const shown = others
		.slice(0, SHOWN)
		.map(
			({ requestName, targetNativeLanguageCode }) =>
				`"${requestName}" (${targetNativeLanguageCode})`,
		);
	const more =
		others.length > SHOWN ? ` and ${(others.length - SHOWN).toLocaleString('en-US')} more` : '';
	return new RunRefused(
		`Job ${jobId} has the same run key, but holds what this run does not send: ${shown.join(', ')}${more}`,
		'It was not submitted. To send these items in a job of their own, enter another run key. To finish the earlier job, submit it with the operation Submit. If you do not need it, delete it and run this again.',
	);
}
