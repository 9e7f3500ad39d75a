import { forEachConcurrent } from '../../../concurrency/forEachConcurrent';
import { type NewRequests, REQUEST_FIELDS } from '../../requests/requests';
import type { ContentItem } from '../content/contentItem';
import { derivedId, digestOf } from '../content/digest';
import { keyValuesOf } from './runKey';

/** A content item before it is identified. An empty source id has to be derived. */
export type Draft = Omit<ContentItem, 'isIdDerived'>;

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
	const hash = async ({ sourceNativeId, content }: Draft, index: number) => {
		if (forKey || sourceNativeId === '') digests[index] = await content.digest();
	};
	await forEachConcurrent(drafts, concurrency, hash, goOn);
	const occurrences = new Map<string, number>();
	const contentItems = drafts.map((draft, index): ContentItem => {
		if (draft.sourceNativeId !== '') return { ...draft, isIdDerived: false };
		const same = JSON.stringify([digests[index], draft.requestName]);
		const occurrence = occurrences.get(same) ?? 0;
		occurrences.set(same, occurrence + 1);
		const sourceNativeId = derivedId(digests[index] ?? '', draft.requestName, occurrence);
		return { ...draft, sourceNativeId, isIdDerived: true };
	});
	if (!forKey) return { contentItems };
	const entries = contentItems.map((contentItem, index) => {
		const targetNativeLanguageCodes = [...contentItem.targetNativeLanguageCodes].sort();
		const request = { ...contentItem, targetNativeLanguageCodes };
		return JSON.stringify([
			contentItem.kind,
			...keyValuesOf<NewRequests>(REQUEST_FIELDS, request),
			digests[index],
		]);
	});
	return { contentItems, contentDigest: digestOf(entries.sort()) };
}
