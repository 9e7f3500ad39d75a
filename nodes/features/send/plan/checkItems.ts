import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { InvalidInput } from '../../../../l10n/invalidInput';
import type { JobFields } from '../../../api/jobs';
import { findProvider } from '../../../api/providers';
import type { Provider } from '../../../api/resources';
import { PROVIDER_STATUS } from '../../../api/wire';
import { showHint } from '../../../core/notices';
import type { Client } from '../../../http/client';
import { checkProviderLanguages } from '../../../rules/languages/resolveLanguage';
import { checkMetadata } from '../../../rules/metadata';
import { byIdentity, type ContentItem, isSupportAsset } from '../content';
import { executionCancelled } from './failures';
import { type Draft, identify } from './identify';

export interface CheckOptions {
	fields: JobFields;
	/** Undefined to leave the jobs unsubmitted. */
	providerId?: string;
	/** How far back to look for earlier runs. */
	windowHours: number;
	/** Content is compared with that of a plan, or its words are counted. So it must be readable. */
	isPlanned?: boolean;
	concurrency: number;
	/** Good items go on without the bad ones. */
	partial: boolean;
}

type Refusals = Map<ContentItem | Draft, InvalidInput>;

export interface CheckedItems {
	/** Without the refused ones. */
	contentItems: ContentItem[];
	refused: Refusals;
	/** Of all items that can be read. Undefined if earlier runs do not matter. */
	contentDigest?: string;
	provider?: Provider;
}

/** Identifies the items, and checks them against each other and the provider. */
export async function checkItems(
	client: Client,
	drafts: readonly Draft[],
	{ providerId, windowHours, isPlanned = false, concurrency, partial, fields }: CheckOptions,
): Promise<CheckedItems> {
	const goOn = () => !client.cancelSignal?.aborted;
	const options = { concurrency, forKey: windowHours > 0 || isPlanned, goOn, partial };
	const { contentItems: all, contentDigest, unreadable } = await identify(drafts, options);
	if (!goOn()) throw executionCancelled();
	const provider = providerId === undefined ? undefined : await findProvider(client, providerId);
	if (provider) checkProvider(client, provider, fields.extendedMetadata);
	const refused = refuseItems(all, provider);
	const contentItems = all.filter((contentItem) => !refused.has(contentItem));
	return {
		contentItems,
		refused: new Map([...unreadable, ...refused]),
		contentDigest,
		provider,
	};
}

function refuseItems(
	contentItems: readonly ContentItem[],
	provider: Provider | undefined,
): Refusals {
	const duplicates = findDuplicates(contentItems);
	if (!provider) return duplicates;
	const others = contentItems.filter((contentItem) => !duplicates.has(contentItem));
	return new Map([...duplicates, ...findUnsupported(provider, others)]);
}

/** Later runs could not tell these items apart. Which are refused does not depend on their order. */
function findDuplicates(contentItems: readonly ContentItem[]): Refusals {
	const first = new Map<string, ContentItem>();
	const duplicates: Refusals = new Map();
	for (const contentItem of [...contentItems].sort(byIdentity)) {
		const { kind, sourceNativeId, requestName, targetNativeLanguageCodes } = contentItem;
		for (const target of isSupportAsset(contentItem) ? [''] : targetNativeLanguageCodes) {
			const key = JSON.stringify([kind, sourceNativeId, requestName, target.toLowerCase()]);
			const other = first.get(key);
			if (!other) first.set(key, contentItem);
			else if (!duplicates.has(contentItem))
				duplicates.set(contentItem, duplicateOf(other, contentItem, target));
		}
	}
	return duplicates;
}

const duplicateOf = (
	other: ContentItem,
	{ sourceNativeId, requestName }: ContentItem,
	target: string,
) =>
	new InvalidInput(
		`Source ID "${sourceNativeId}", request name "${requestName}"${target && ` and language ${target}`} are also those of item ${other.itemIndex}`,
		'Give each item its own source ID, or leave the source ID empty.',
	);

function checkProvider(
	{ context }: Client,
	{ providerName, status, extendedMetadataSchema }: Provider,
	metadata: IDataObject | undefined,
): void {
	if (status?.toUpperCase() === PROVIDER_STATUS.disabled) {
		throw new InvalidInput(
			`The provider ${providerName} is disabled`,
			'Choose another provider, or enable this one with the operation Set Status of the resource Provider.',
		);
	}
	const unchecked = checkMetadata(metadata, extendedMetadataSchema);
	if (metadata && unchecked.length > 0)
		showHint(
			context as IExecuteFunctions,
			`Extended Metadata was checked against the provider's schema except for ${unchecked.join(', ')}. The service checks it again.`,
		);
}

function findUnsupported(
	{ capabilities }: Provider,
	contentItems: readonly ContentItem[],
): Refusals {
	const unsupported: Refusals = new Map();
	for (const contentItem of contentItems) {
		const { sourceNativeLanguageCode: source, targetNativeLanguageCodes: targets } = contentItem;
		try {
			checkProviderLanguages(source, targets, capabilities?.supportedLanguages);
		} catch (error) {
			unsupported.set(contentItem, error as InvalidInput);
		}
	}
	return unsupported;
}
