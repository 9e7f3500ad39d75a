import { type NewRequests, REQUEST_FIELDS } from '../../../api/requests';
import { forEachConcurrent } from '../../../core/concurrency';
import { InvalidInput } from '../../../rules/invalidInput';
import { digestOf, keyValuesOf } from '../../../rules/runLabels';
import type { ContentItem } from '../content';

/** A content item before it is identified. An empty source id has to be derived. */
export type Draft = Omit<ContentItem, 'isIdDerived'>;

export interface IdentifyOptions {
	concurrency: number;
	/** Earlier runs are found by their content. */
	forKey: boolean;
	/** False stops the hashing. */
	goOn(): boolean;
	/** Goes on after content that cannot be read. */
	partial: boolean;
}

export interface Identified {
	contentItems: ContentItem[];
	/** Independent of the order. Undefined without `forKey`. */
	contentDigest?: string;
	/** Drafts whose content cannot be read. They are left out. */
	unreadable: Map<Draft, InvalidInput>;
}

/** Gives each item its source id. Hashes content only for a derived id or a run key. */
export async function identify(
	drafts: readonly Draft[],
	{ concurrency, forKey, goOn, partial }: IdentifyOptions,
): Promise<Identified> {
	const digests = new Map<Draft, string>();
	const unreadable: Identified['unreadable'] = new Map();
	const hash = async (draft: Draft) => {
		if (!forKey && draft.sourceNativeId !== '') return;
		try {
			digests.set(draft, await draft.content.digest());
		} catch (error) {
			if (!(error instanceof InvalidInput)) throw error as Error;
			unreadable.set(draft, error);
		}
	};
	await forEachConcurrent(
		drafts,
		concurrency,
		hash,
		() => goOn() && (partial || unreadable.size === 0),
	);
	const occurrences = new Map<string, number>();
	const readable = drafts.filter((draft) => !unreadable.has(draft));
	const contentItems = readable.map((draft): ContentItem => {
		if (draft.sourceNativeId !== '') return { ...draft, isIdDerived: false };
		const digest = digests.get(draft) ?? '';
		const same = JSON.stringify([digest, draft.requestName]);
		const occurrence = occurrences.get(same) ?? 0;
		occurrences.set(same, occurrence + 1);
		const sourceNativeId = derivedId(digest, draft.requestName, occurrence);
		return { ...draft, sourceNativeId, isIdDerived: true };
	});
	if (!forKey) return { contentItems, unreadable };
	const entries = contentItems.map((contentItem, index) => {
		const targetNativeLanguageCodes = [...contentItem.targetNativeLanguageCodes].sort();
		const request = { ...contentItem, targetNativeLanguageCodes };
		return JSON.stringify([
			contentItem.kind,
			...keyValuesOf<NewRequests>(REQUEST_FIELDS, request),
			digests.get(readable[index]!) ?? '',
		]);
	});
	return { contentItems, unreadable, contentDigest: digestOf(entries.sort()) };
}

/** `occurrence` tells apart identical content in one run. */
const derivedId = (contentDigest: string, requestName: string, occurrence: number): string =>
	`n8n-${digestOf([contentDigest, requestName, occurrence])}`;
