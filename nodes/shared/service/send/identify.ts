import { forEachConcurrent } from '../../concurrency/forEachConcurrent';
import type { Client } from '../../transport/client';
import type { ContentItem, Stored } from './contentItem';
import { derivedId, digestOf } from './runKey';

/** A content item whose source id is not settled yet. */
export interface Draft extends Omit<ContentItem, 'sourceNativeId'> {
	/** As entered; empty if it has to be derived. */
	ownId: string;
	/** Digest of the content. Reads a file through, so it is asked for once. */
	digest(): Promise<string>;
	isStored(client: Client, jobId: string, stored: Stored): Promise<boolean>;
}

export interface IdentifyOptions {
	concurrency: number;
	/** Whether earlier runs are looked for, which are told apart by their content. */
	forKey: boolean;
	/** Once it says no, nothing more is hashed: the source ids are of no use then. */
	goOn(): boolean;
}

export interface Identified {
	contentItems: ContentItem[];
	/** Of what is sent, whatever its order; undefined when it was not asked for. */
	contentDigest?: string;
}

/**
 * Gives every content item its source id. Content is hashed only if something needs the hash: a source id
 * that has to be derived, or the search for earlier runs.
 */
export async function identify(drafts: readonly Draft[], { concurrency, forKey, goOn }: IdentifyOptions): Promise<Identified> {
	const digests: string[] = drafts.map(() => '');
	const hash = async ({ ownId, digest }: Draft, index: number) => {
		if (forKey || ownId === '') digests[index] = await digest();
	};
	await forEachConcurrent(drafts, concurrency, hash, goOn);
	const occurrences = new Map<string, number>();
	const contentItems = drafts.map(({ ownId, digest: _digest, isStored, ...draft }, index): ContentItem => {
		if (ownId !== '') return { ...draft, sourceNativeId: ownId, isStored };
		const same = JSON.stringify([digests[index], draft.requestName]);
		const occurrence = occurrences.get(same) ?? 0;
		occurrences.set(same, occurrence + 1);
		return { ...draft, sourceNativeId: derivedId(digests[index]!, draft.requestName, occurrence) };
	});
	if (!forKey) return { contentItems };
	const entries = contentItems.map(({ kind, requestName, sourceNativeId, sourceLanguage, targets, extendedMetadata }, index) =>
		JSON.stringify([kind, requestName, sourceNativeId, sourceLanguage, [...targets].sort(), extendedMetadata ?? null, digests[index]]),
	);
	return { contentItems, contentDigest: digestOf(entries.sort()) };
}
