/** The requests of a job, compared with those that this run sends. */
import type { IDataObject } from 'n8n-workflow';

import { listed } from '../../../l10n/counted';
import { sameCode } from '../../../l10n/languageTags';
import { sameName } from '../../../l10n/names';
import { isOther } from '../../api/addRequests';
import { compareRequests, type Comparison, missingTargets } from '../../api/compareRequests';
import { listSupportAssets } from '../../api/jobFiles';
import { getJob } from '../../api/jobs';
import { readCounts, totalOf } from '../../api/requestCounts';
import { deleteRequest, listRequests } from '../../api/requests';
import { withContent } from '../../api/requestTexts';
import type { TranslationRequest } from '../../api/resources';
import { OperationFailed } from '../../core/errors';
import { reconcile } from '../../core/reconcile';
import type { Client } from '../../http/client';
import { toArray } from '../../http/pages';
import type { Filled, ItemRequests, Run } from './claim/run';
import { type ContentItem, isSupportAsset } from './content';
import { RunRefused } from './plan/failures';

const SHOWN = 5;

/** Some of them may be outdated. */
export async function walkRequests(
	run: Run,
	jobId: string,
	contentItems: readonly ContentItem[],
): Promise<Comparison<ContentItem> & { requests: TranslationRequest[] }> {
	const requests = await listAll(run, jobId);
	return { requests, ...compareRequests(contentItems, requests) };
}

const listAll = async ({ client }: Run, jobId: string): Promise<TranslationRequest[]> =>
	await toArray(listRequests(client.forDecision(), jobId));

/**
 * The requests of a job that an earlier run has left unsubmitted, if it holds just what this run
 * sends. Undefined if something is missing, double or outdated. Fails on what this run does not know.
 */
export async function readComplete(
	run: Run,
	jobId: string,
	contentItems: readonly ContentItem[],
): Promise<ItemRequests | undefined> {
	const { present, surplus, others, unclear } = await walkRequests(run, jobId, contentItems);
	if (unclear[0]) throw isUnclear(jobId, unclear[0]);
	if (others[0]) throw holdsOthers(jobId, others);
	const isIncomplete = ([item, requests]: [ContentItem, TranslationRequest[]]) =>
		missingTargets(item, requests).length > 0;
	if (surplus.length > 0 || [...present].some(isIncomplete)) return undefined;
	const assets = contentItems.filter(isSupportAsset);
	const there = assets.length > 0 ? await readAssetIds(run.client, jobId) : new Set();
	if (!assets.every((asset) => there.has(assetIdOf(asset)))) return undefined;
	return (await findOutdated(run, jobId, present)).length > 0 ? undefined : present;
}

/** Support assets have no source id, so their metadata carries it. */
export const ASSET_ID = 'n8nItemId';

/** Several assets may have one source id. */
export const assetIdOf = ({ sourceNativeId, requestName, isIdDerived }: ContentItem): string =>
	isIdDerived ? sourceNativeId : `${sourceNativeId} ${requestName}`;

/** The items whose support assets the job has. */
async function readAssetIds(client: Client, jobId: string): Promise<Set<string>> {
	const ids = new Set<string>();
	for await (const { extendedMetadata, ExtendedMetadata } of listSupportAssets(
		client.forDecision(),
		jobId,
	)) {
		const metadata = (extendedMetadata ?? ExtendedMetadata) as IDataObject | null | undefined;
		ids.add(String(metadata?.[ASSET_ID] ?? ''));
	}
	return ids;
}

/** For a job that is to be deleted. What a derived run key names has no other content. */
export async function refuseOthers(
	run: Run,
	jobId: string,
	contentItems: readonly ContentItem[],
): Promise<void> {
	const { others, unclear } = await walkRequests(run, jobId, contentItems);
	if (others[0]) throw holdsOthers(jobId, others);
	if (unclear[0] && run.options.ownKey !== '') throw isUnclear(jobId, unclear[0]);
}

/**
 * Checks a job right before it is submitted: a lost call may have taken effect late. Deletes
 * surplus requests of ours. Fails on missing and unknown ones.
 */
export async function verifyJob(
	run: Run,
	jobId: string,
	contentItems: readonly ContentItem[],
	{ requests }: Filled,
): Promise<void> {
	const idOf = ({ requestId }: TranslationRequest) => requestId;
	const added = [...new Set([...requests.values()].flat().map(idOf))];
	// All calls for the job were answered, so its count shows whether there are more.
	if ((await countOf(run, jobId)) === added.length) return;
	const listed = await listAll(run, jobId);
	const { missing, others: surplus } = reconcile(added, (id) => id, listed, idOf);
	if (missing[0]) throw lacks(jobId, missing);
	const { others } = compareRequests(contentItems, surplus);
	if (others[0]) throw holdsOthers(jobId, others);
	for (const { requestId } of surplus) await deleteRequest(run.client, jobId, requestId);
	if (surplus.length > 0)
		run.log(
			`removed ${surplus.length} requests from job ${jobId} that were there twice or belong to failed items`,
			{ jobId, requestIds: surplus.map(idOf) },
		);
}

async function countOf({ client }: Run, jobId: string): Promise<number | undefined> {
	const counts = readCounts(await getJob(client, jobId, { aggregate: true }));
	return counts && totalOf(counts);
}

/**
 * Requests of which anything has changed. Compares the content itself: ids say nothing about it. An
 * id that was derived from the content does.
 */
export async function findOutdated(
	run: Run,
	jobId: string,
	present: ItemRequests,
): Promise<TranslationRequest[]> {
	const outdated: TranslationRequest[] = [];
	for (const [contentItem, requests] of present) {
		const { content, isIdDerived, itemIndex } = contentItem;
		const client = run.client.forItem(itemIndex);
		// Stored content is read once, however many languages refer to it.
		const differs = new Map<string, boolean>();
		for (const request of requests) {
			let isOutdated = showsOther(contentItem, request);
			if (!isOutdated && !isIdDerived) {
				const stored = content.storedIn(await withContent(client, request));
				const key = JSON.stringify(stored);
				if (!differs.has(key))
					differs.set(key, !stored || !(await content.isStored(client, jobId, stored)));
				isOutdated = differs.get(key)!;
			}
			if (isOutdated) outdated.push(request);
		}
	}
	return outdated;
}

/** What a list hides, adds or shows in another form is no difference. */
const showsOther = (
	item: ContentItem,
	{ sourceNativeLanguageCode: source, requestName, extendedMetadata: shown }: TranslationRequest,
): boolean =>
	(!!source && !sameCode(source, item.sourceNativeLanguageCode)) ||
	(!item.isNameDerived && isOther(item.requestName, requestName)) ||
	Object.entries(item.extendedMetadata ?? {}).some(
		([key, sent]) => shown?.[key] !== undefined && !sameName(String(sent), String(shown[key])),
	);

function isUnclear(jobId: string, { requestName }: TranslationRequest): RunRefused {
	return new RunRefused(
		`Job ${jobId} cannot be compared: its request "${requestName}" does not tell which item it is for`,
		'Adding it again might have it translated twice. Delete the unsubmitted job, or set another run key; then everything is sent anew.',
	);
}

function lacks(jobId: string, missing: readonly string[]): OperationFailed {
	return new OperationFailed(
		`Job ${jobId} lacks ${missing.length} of the requests that were added to it`,
		`The service confirmed them, but no longer lists them, e.g. ${missing[0]}. Nothing was submitted. Run this again with the same content.`,
	);
}

/** The owner is unknown, so they are neither deleted nor submitted. */
function holdsOthers(jobId: string, others: readonly TranslationRequest[]): RunRefused {
	const names = others.map(
		({ requestName, targetNativeLanguageCode }) => `"${requestName}" (${targetNativeLanguageCode})`,
	);
	return new RunRefused(
		`Job ${jobId} has the same run key, but holds what this run does not send: ${listed(names, SHOWN)}`,
		'It was not submitted. To send these items in a job of their own, enter another run key. To finish the earlier job, submit it with the operation Submit. If you do not need it, delete it and run this again.',
	);
}
