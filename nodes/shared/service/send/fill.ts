import { type IDataObject, type NodeError, NodeOperationError } from 'n8n-workflow';

import { forEachConcurrent } from '../../concurrency/forEachConcurrent';
import { toItemError } from '../../items/itemError';
import type { Client } from '../../transport/client';
import { toArray } from '../../transport/pages';
import { addSupportAsset, listSupportAssets } from '../jobFiles/supportAssets';
import { addRequests } from '../requests/addRequests';
import { deleteRequest, listRequests } from '../requests/requests';
import type { TranslationRequest } from '../resources';
import { compareRequests, missingTargets } from './compare';
import { type ContentItem, isSupportAsset } from './contentItem';
import { logProgress } from './run';

export interface Filled {
	requests: Map<ContentItem, TranslationRequest[]>;
	failures: Map<ContentItem, NodeError>;
}

const SHOWN = 5;

export interface FillOptions {
	isNew: boolean;
	concurrency: number;
	goOnAfterFailure: boolean;
	beforeStep(): Promise<void>;
}

/** Adds the requests and assets that an unsubmitted job lacks. */
export async function fillJob(
	client: Client,
	jobId: string,
	contentItems: readonly ContentItem[],
	options: FillOptions,
): Promise<Filled> {
	const present = options.isNew
		? new Map<ContentItem, TranslationRequest[]>()
		: await takeStock(client, jobId, contentItems);
	const assets =
		options.isNew || !contentItems.some(isSupportAsset)
			? new Set<string>()
			: await assetsOf(client, jobId);
	const filled: Filled = { requests: new Map(), failures: new Map() };
	const addOne = async (contentItem: ContentItem) => {
		try {
			const own = client.forItem(contentItem.itemIndex);
			if (!isSupportAsset(contentItem))
				filled.requests.set(
					contentItem,
					await addMissing(
						own,
						jobId,
						contentItem,
						present.get(contentItem) ?? [],
						options.beforeStep,
					),
				);
			else {
				if (!assets.has(contentItem.sourceNativeId))
					await addAsset(own, jobId, contentItem, options.beforeStep);
				filled.requests.set(contentItem, []);
			}
			logProgress(
				client,
				`${filled.requests.size} of ${contentItems.length} items are in job ${jobId}`,
				{ jobId, item: contentItem.itemIndex },
			);
		} catch (error) {
			filled.failures.set(
				contentItem,
				toItemError(client.context.getNode(), error, contentItem.itemIndex),
			);
		}
	};
	await forEachConcurrent(
		contentItems,
		options.concurrency,
		addOne,
		() => (options.goOnAfterFailure || filled.failures.size === 0) && !client.cancelSignal?.aborted,
	);
	return filled;
}

/** What an earlier run added. Deletes double and outdated requests; fails on unknown ones. */
async function takeStock(
	client: Client,
	jobId: string,
	contentItems: readonly ContentItem[],
): Promise<Map<ContentItem, TranslationRequest[]>> {
	const { present, doubles, others, unclear } = compareRequests(
		contentItems,
		await toArray(listRequests(client, jobId)),
	);
	if (unclear[0]) {
		throw new NodeOperationError(
			client.context.getNode(),
			`Job ${jobId} cannot be continued: its request "${unclear[0].requestName}" does not tell which item it is for`,
			{
				description:
					'Adding it again might have it translated twice. Delete the unsubmitted job, or set another run key; then everything is sent anew.',
			},
		);
	}
	if (others[0]) throw holdsOthers(client, jobId, others);
	const outdated = await findOutdated(client, jobId, present);
	for (const { requestId } of [...doubles, ...outdated])
		await deleteRequest(client, jobId, requestId);
	for (const [contentItem, requests] of present)
		present.set(
			contentItem,
			requests.filter((request) => !outdated.includes(request)),
		);
	const counts = {
		found: [...present.values()].flat().length,
		removed: doubles.length + outdated.length,
	};
	logProgress(client, `job ${jobId} has ${counts.found} requests of this run already`, {
		jobId,
		...counts,
	});
	return present;
}

/** Requests whose content has changed. Compares the content itself: ids say nothing about it. */
export async function findOutdated(
	client: Client,
	jobId: string,
	present: ReadonlyMap<ContentItem, TranslationRequest[]>,
): Promise<TranslationRequest[]> {
	const outdated: TranslationRequest[] = [];
	for (const [{ content, itemIndex, isIdDerived }, requests] of present) {
		if (isIdDerived) continue;
		const known = new Map<string, boolean>();
		for (const request of requests) {
			const stored = content.storedIn(request);
			const key = JSON.stringify(stored);
			if (!known.has(key))
				known.set(
					key,
					stored !== undefined &&
						(await content.isStored(client.forItem(itemIndex), jobId, stored)),
				);
			if (!known.get(key)) outdated.push(request);
		}
	}
	return outdated;
}

/** The owner is unknown, so they are neither deleted nor submitted. */
export function holdsOthers(
	client: Client,
	jobId: string,
	others: readonly TranslationRequest[],
): NodeOperationError {
	const shown = others
		.slice(0, SHOWN)
		.map(
			({ requestName, targetNativeLanguageCode }) =>
				`"${requestName}" (${targetNativeLanguageCode})`,
		);
	const more =
		others.length > SHOWN ? ` and ${(others.length - SHOWN).toLocaleString('en-US')} more` : '';
	return new NodeOperationError(
		client.context.getNode(),
		`Job ${jobId} has the same run key, but holds what this run does not send: ${shown.join(', ')}${more}`,
		{
			description:
				'It was not submitted. To send these items in a job of their own, enter another run key. To finish the earlier job, submit it with the operation Submit. If you do not need it, delete it and run this again.',
		},
	);
}

async function addMissing(
	client: Client,
	jobId: string,
	contentItem: ContentItem,
	present: TranslationRequest[],
	beforeStep: () => Promise<void>,
): Promise<TranslationRequest[]> {
	const missing = missingTargets(contentItem, present);
	if (missing.length === 0) return present;
	await beforeStep();
	// All languages of an item refer to one file, even if two runs added them.
	const stored =
		(present[0] && contentItem.content.storedIn(present[0])) ??
		(await contentItem.content.store(client, jobId));
	await beforeStep();
	const added = await addRequests(client, jobId, {
		requestName: contentItem.requestName,
		sourceNativeId: contentItem.sourceNativeId,
		sourceNativeLanguageCode: contentItem.sourceLanguage,
		targetNativeLanguageCodes: missing,
		...stored,
		wordCount: contentItem.wordCount,
		extendedMetadata: contentItem.extendedMetadata,
	});
	return [...present, ...added];
}

/** Support assets have no source id, so their metadata carries it. */
const ASSET_ID = 'n8nItemId';

async function assetsOf(client: Client, jobId: string): Promise<Set<string>> {
	const ids = new Set<string>();
	for await (const { extendedMetadata, ExtendedMetadata } of listSupportAssets(client, jobId)) {
		ids.add(
			String(
				((extendedMetadata ?? ExtendedMetadata) as IDataObject | null | undefined)?.[ASSET_ID] ??
					'',
			),
		);
	}
	return ids;
}

async function addAsset(
	client: Client,
	jobId: string,
	contentItem: ContentItem,
	beforeStep: () => Promise<void>,
): Promise<void> {
	await beforeStep();
	const stored = await contentItem.content.store(client, jobId);
	await beforeStep();
	if ('fmsFileId' in stored)
		await addSupportAsset(client, jobId, {
			...stored,
			description: contentItem.requestName,
			extendedMetadata: { ...contentItem.extendedMetadata, [ASSET_ID]: contentItem.sourceNativeId },
		});
}
