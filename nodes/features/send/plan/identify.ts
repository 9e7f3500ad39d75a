import { InvalidInput } from '../../../../l10n/invalidInput';
import { type NewRequests, REQUEST_FIELDS } from '../../../api/requests';
import { forEachConcurrent, giveWay } from '../../../core/concurrency';
import { digestOf, keyValuesOf } from '../../../rules/runLabels';
import type { ContentItem } from '../content';

/** A content item before it is identified. An empty source id has to be derived. */
export type Draft = Omit<ContentItem, 'isIdDerived' | 'identity'>;

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
	const readable = drafts.filter((draft) => !unreadable.has(draft));
	const derived = await deriveIds(readable, digests);
	const contentItems: ContentItem[] = [];
	for (const draft of readable) {
		await giveWay();
		const id = derived.get(draft);
		const item = { ...draft, sourceNativeId: id ?? draft.sourceNativeId };
		const identity = `${item.sourceNativeId} ${digestOfItem(item, digests.get(draft))}`;
		contentItems.push({ ...item, isIdDerived: id !== undefined, identity });
	}
	if (!forKey) return { contentItems, unreadable };
	const contentDigest = digestOf(contentItems.map(({ identity }) => identity).sort());
	return { contentItems, unreadable, contentDigest };
}

/** The first text gives a name, whatever the order of the texts. So such a name is no content. */
const nameInKey = ({ requestName, isNameDerived }: Draft) => (isNameDerived ? '' : requestName);

/** What an item is and for whom, in whatever order it was given. */
const digestOfItem = (draft: Draft, contentDigest = ''): string =>
	digestOf([
		draft.kind,
		...keyValuesOf<NewRequests>(REQUEST_FIELDS, { ...draft, requestName: nameInKey(draft) }),
		contentDigest,
	]);

/** Identical contents of one run are numbered: by what they are and for whom, not by their place. */
async function deriveIds(
	drafts: readonly Draft[],
	digests: ReadonlyMap<Draft, string>,
): Promise<Map<Draft, string>> {
	const groups = new Map<string, Array<{ draft: Draft; rank: string }>>();
	for (const draft of drafts) {
		if (draft.sourceNativeId !== '') continue;
		await giveWay();
		const digest = digests.get(draft) ?? '';
		const same = JSON.stringify([digest, nameInKey(draft)]);
		const rank = `${digestOfItem(draft, digest)} ${draft.wordCount ?? 0}`;
		const group = groups.get(same) ?? [];
		group.push({ draft, rank });
		groups.set(same, group);
	}
	return new Map(
		[...groups].flatMap(([same, group]) =>
			group
				.sort((one, other) => (one.rank < other.rank ? -1 : 1))
				.map(({ draft }, number) => [draft, `n8n-${digestOf([same, number])}`] as const),
		),
	);
}
