import type { IDataObject, NodeError } from 'n8n-workflow';

import { addRequests } from '../../api/addRequests';
import { missingTargets } from '../../api/compareRequests';
import type { TranslationRequest } from '../../api/resources';
import { addSupportAsset, listSupportAssets } from '../../api/supportAssets';
import { forEachConcurrent } from '../../core/concurrency';
import { toItemError } from '../../core/errors';
import type { Client } from '../../http/client';
import type { Claim } from './claim/claimJob';
import type { Lease, Run } from './claim/run';
import { type ContentItem, isSupportAsset, type Stored } from './content';
import type { Filled, ItemRequests } from './jobProgress';
import { reconcileExisting } from './jobRequests';

/** Adds the requests and assets that an unsubmitted job lacks. */
export async function fillJob(
	run: Run,
	lease: Lease,
	{ job: { jobId }, isNew }: Claim & { end: 'ours' },
	contentItems: readonly ContentItem[],
): Promise<Filled> {
	const filling = new Filling(run, lease, jobId, contentItems);
	if (!isNew) await filling.readExisting();
	return await filling.addAll();
}

class Filling implements Filled {
	readonly requests: ItemRequests = new Map();
	readonly failures = new Map<ContentItem, NodeError>();
	private existing: ItemRequests = new Map();
	private existingAssets = new Set<string>();
	/** The requests that the job had before a call. */
	private readonly known = new Set<string>();

	constructor(
		private readonly run: Run,
		private readonly lease: Lease,
		private readonly jobId: string,
		private readonly contentItems: readonly ContentItem[],
	) {}

	async readExisting(): Promise<void> {
		const { run, jobId, contentItems } = this;
		this.existing = await reconcileExisting(run, jobId, contentItems);
		for (const { requestId } of [...this.existing.values()].flat()) this.known.add(requestId);
		if (contentItems.some(isSupportAsset))
			this.existingAssets = await readAssetIds(run.client, jobId);
	}

	async addAll(): Promise<Filled> {
		const { partial, concurrency } = this.run.options;
		const goOn = () => (partial || this.failures.size === 0) && !this.run.isCancelled;
		const add = async (contentItem: ContentItem) => await this.tryAdd(contentItem);
		await forEachConcurrent(this.contentItems, concurrency, add, goOn);
		return { requests: this.requests, failures: this.failures };
	}

	private async tryAdd(contentItem: ContentItem): Promise<void> {
		const { run, jobId, contentItems, requests } = this;
		const { itemIndex } = contentItem;
		try {
			requests.set(contentItem, await this.add(contentItem, run.client.forItem(itemIndex)));
			run.log(`${requests.size} of ${contentItems.length} items are in job ${jobId}`, {
				jobId,
				item: itemIndex,
			});
		} catch (error) {
			this.failures.set(contentItem, toItemError(run.node, error, itemIndex));
		}
	}

	private async add(contentItem: ContentItem, client: Client): Promise<TranslationRequest[]> {
		if (!isSupportAsset(contentItem)) return await this.addMissing(contentItem, client);
		if (!this.existingAssets.has(assetIdOf(contentItem))) await this.addAsset(contentItem, client);
		return [];
	}

	private async addMissing(
		contentItem: ContentItem,
		client: Client,
	): Promise<TranslationRequest[]> {
		const existing = this.existing.get(contentItem) ?? [];
		const missing = missingTargets(contentItem, existing);
		if (missing.length === 0) return existing;
		// All languages of an item refer to one file, even if two runs added them.
		const storedBefore = existing[0] && contentItem.content.storedIn(existing[0]);
		const stored = storedBefore ?? (await this.store(contentItem, client));
		await this.lease.check(this.jobId);
		const added = await addRequests(
			client,
			this.jobId,
			{ ...contentItem, targetNativeLanguageCodes: missing, ...stored },
			{ known: this.known, isNewContent: !storedBefore },
		);
		return [...existing, ...added];
	}

	private async addAsset(contentItem: ContentItem, client: Client): Promise<void> {
		const { requestName, extendedMetadata } = contentItem;
		const stored = await this.store(contentItem, client);
		await this.lease.check(this.jobId);
		if ('fmsFileId' in stored)
			await addSupportAsset(client, this.jobId, {
				...stored,
				description: requestName,
				extendedMetadata: { ...extendedMetadata, [ASSET_ID]: assetIdOf(contentItem) },
			});
	}

	private async store({ content }: ContentItem, client: Client): Promise<Stored> {
		await this.lease.check(this.jobId);
		return await content.store(client, this.jobId);
	}
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
