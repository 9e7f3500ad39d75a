import type { IDataObject } from 'n8n-workflow';

import { addRequests } from '../../api/addRequests';
import type { TranslationRequest } from '../../api/resources';
import { addSupportAsset, listSupportAssets } from '../../api/supportAssets';
import { forEachConcurrent } from '../../core/concurrency';
import { toItemError } from '../../core/errors';
import type { Client } from '../../http/client';
import type { Filled, Run } from './claim/run';
import { type ContentItem, isSupportAsset } from './content';

/** Adds the requests and assets to a new job of this run. */
export async function fillJob(
	run: Run,
	jobId: string,
	contentItems: readonly ContentItem[],
): Promise<Filled> {
	const filled: Filled = { requests: new Map(), failures: new Map() };
	const { requests, failures } = filled;
	const { partial, concurrency } = run.options;
	/** The requests that the job had before a call. */
	const known = new Set<string>();
	const add = async (contentItem: ContentItem) => {
		const { itemIndex } = contentItem;
		const client = run.client.forItem(itemIndex);
		try {
			requests.set(contentItem, await addItem(client, jobId, contentItem, known));
			run.log(`${requests.size} of ${contentItems.length} items are in job ${jobId}`, {
				jobId,
				item: itemIndex,
			});
		} catch (error) {
			failures.set(contentItem, toItemError(run.node, error, itemIndex));
		}
	};
	const goOn = () => (partial || failures.size === 0) && !run.isCancelled;
	await forEachConcurrent(contentItems, concurrency, add, goOn);
	return filled;
}

async function addItem(
	client: Client,
	jobId: string,
	contentItem: ContentItem,
	known: Set<string>,
): Promise<TranslationRequest[]> {
	const stored = await contentItem.content.store(client, jobId);
	if (!isSupportAsset(contentItem))
		return await addRequests(
			client,
			jobId,
			{ ...contentItem, ...stored },
			{ known, isNewContent: true },
		);
	const { requestName, extendedMetadata } = contentItem;
	if ('fmsFileId' in stored)
		await addSupportAsset(client, jobId, {
			...stored,
			description: requestName,
			extendedMetadata: { ...extendedMetadata, [ASSET_ID]: assetIdOf(contentItem) },
		});
	return [];
}

/** Support assets have no source id, so their metadata carries it. */
const ASSET_ID = 'n8nItemId';

/** Several assets may have one source id. */
export const assetIdOf = ({ sourceNativeId, requestName, isIdDerived }: ContentItem): string =>
	isIdDerived ? sourceNativeId : `${sourceNativeId} ${requestName}`;

/** The items whose support assets the job has. */
export async function readAssetIds(client: Client, jobId: string): Promise<Set<string>> {
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
