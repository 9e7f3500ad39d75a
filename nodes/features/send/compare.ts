import type { TranslationRequest } from '../../api/resources';
import { serverMs } from '../../rules/dates';
import { sameCode } from '../../rules/languages/codes';
import { comparableName, sameName } from '../../rules/names';
import type { ContentItem } from './content/content';

export interface Comparison {
	/** One request per target language. */
	present: Map<ContentItem, TranslationRequest[]>;
	doubles: TranslationRequest[];
	/** For content that this run does not send. */
	others: TranslationRequest[];
	/** Their item cannot be identified. */
	unclear: TranslationRequest[];
}

const age = (one: TranslationRequest, other: TranslationRequest) =>
	(serverMs(one.createdDate) ?? 0) - (serverMs(other.createdDate) ?? 0) ||
	(one.requestId < other.requestId ? -1 : 1);

const kindOf = ({
	fileId,
	sourceContentId,
}: TranslationRequest): ContentItem['kind'] | undefined =>
	sourceContentId ? 'content' : fileId ? 'file' : undefined;

const hasName = (item: ContentItem, { requestName = '' }: TranslationRequest) =>
	sameName(item.requestName, requestName);

/** Matches by source id and target language. */
export function compareRequests(
	contentItems: readonly ContentItem[],
	requests: readonly TranslationRequest[],
): Comparison {
	const bySourceId = new Map<string, ContentItem[]>();
	for (const contentItem of contentItems) {
		const id = comparableName(contentItem.sourceNativeId);
		bySourceId.set(id, [...(bySourceId.get(id) ?? []), contentItem]);
	}
	const result: Comparison = {
		present: new Map(contentItems.map((contentItem) => [contentItem, []])),
		doubles: [],
		others: [],
		unclear: [],
	};
	for (const request of [...requests].sort(age)) {
		const wanting = (bySourceId.get(comparableName(request.sourceNativeId ?? '')) ?? []).filter(
			(item) =>
				item.targetNativeLanguageCodes.some((target) =>
					sameCode(request.targetNativeLanguageCode, target),
				),
		);
		// Items with the same source id differ in name or kind.
		const named = wanting.filter((item) => hasName(item, request));
		const fitting = named.length > 0 ? named : wanting;
		const requestKind = kindOf(request);
		const contentItem = fitting.find(({ kind }) => kind === requestKind) ?? fitting[0];
		if (!contentItem) {
			const isUnclear =
				!request.sourceNativeId && contentItems.some((item) => hasName(item, request));
			(isUnclear ? result.unclear : result.others).push(request);
			continue;
		}
		if (requestKind === undefined && fitting.some(({ kind }) => kind !== contentItem.kind)) {
			result.unclear.push(request);
			continue;
		}
		const known = result.present.get(contentItem)!;
		const isSecond = known.some(({ targetNativeLanguageCode }) =>
			sameCode(targetNativeLanguageCode, request.targetNativeLanguageCode ?? ''),
		);
		(isSecond ? result.doubles : known).push(request);
	}
	return result;
}

export function missingTargets(
	{ targetNativeLanguageCodes: targets }: ContentItem,
	present: readonly TranslationRequest[],
): string[] {
	return targets.filter(
		(target) =>
			!present.some(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, target)),
	);
}
