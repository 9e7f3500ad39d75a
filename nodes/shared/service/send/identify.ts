import { forEachConcurrent } from '../../concurrency/forEachConcurrent';
import type { Client } from '../../transport/client';
import type { ContentItem, Stored } from './contentItem';
import { derivedId, digestOf } from './runKey';

/** A content item without its final source id. */
export interface Draft extends Omit<ContentItem, 'sourceNativeId'> {
	/** Empty if it has to be derived. */
	ownId: string;
	/** Reads the whole file, so it is called once. */
	digest(): Promise<string>;
	isStored(client: Client, jobId: string, stored: Stored): Promise<boolean>;
}

export interface IdentifyOptions {
	concurrency: number;
	/** Earlier runs are found by their content. */
	forKey: boolean;
	/** False stops the hashing. */
	goOn(): boolean;
}

export interface Identified {
	contentItems: ContentItem[];
	/** Independent of the order. Undefined without `forKey`. */
	contentDigest?: string;
}

/** Gives each item its source id. Hashes content only for a derived id or a run key. */
export async function identify(
	drafts: readonly Draft[],
	{ concurrency, forKey, goOn }: IdentifyOptions,
): Promise<Identified> {
	const digests: string[] = drafts.map(() => '');
	const hash = async ({ ownId, digest }: Draft, index: number) => {
		if (forKey || ownId === '') digests[index] = await digest();
	};
	await forEachConcurrent(drafts, concurrency, hash, goOn);
	const occurrences = new Map<string, number>();
	const contentItems = drafts.map(
		({ ownId, digest: _digest, isStored, ...draft }, index): ContentItem => {
			if (ownId !== '') return { ...draft, sourceNativeId: ownId, isStored };
			const same = JSON.stringify([digests[index], draft.requestName]);
			const occurrence = occurrences.get(same) ?? 0;
			occurrences.set(same, occurrence + 1);
			return {
				...draft,
				sourceNativeId: derivedId(digests[index] ?? '', draft.requestName, occurrence),
			};
		},
	);
	if (!forKey) return { contentItems };
	const entries = contentItems.map(
		({ kind, requestName, sourceNativeId, sourceLanguage, targets, extendedMetadata }, index) =>
			JSON.stringify([
				kind,
				requestName,
				sourceNativeId,
				sourceLanguage,
				[...targets].sort(),
				extendedMetadata ?? null,
				digests[index],
			]),
	);
	return { contentItems, contentDigest: digestOf(entries.sort()) };
}
