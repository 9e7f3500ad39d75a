import { InvalidInput } from '../../rules/invalidInput';
import { sameCode } from '../../rules/languages/codes';
import { serverMs } from '../../rules/time/serverTime';
import type { TranslationRequest } from '../resources';
import type { ContentItem, Stored } from './contentItem';

export interface Comparison {
	/** The requests that each content item has already, one per target language. */
	present: Map<ContentItem, TranslationRequest[]>;
	/** Second requests for the same. */
	doubles: TranslationRequest[];
	/** Requests for what this run does not send. */
	others: TranslationRequest[];
	/** Requests that came back without what they are told apart by. */
	unclear: TranslationRequest[];
}

const age = (one: TranslationRequest, other: TranslationRequest) =>
	(serverMs(one.createdDate) ?? 0) - (serverMs(other.createdDate) ?? 0) || (one.requestId < other.requestId ? -1 : 1);

const kindOf = ({ fileId, sourceContentId }: TranslationRequest): ContentItem['kind'] | undefined => (sourceContentId ? 'content' : fileId ? 'file' : undefined);

/** Compares what a job has with what it should have, by source id and target language. */
export function compareRequests(contentItems: readonly ContentItem[], requests: readonly TranslationRequest[]): Comparison {
	const bySourceId = new Map<string, ContentItem[]>();
	for (const contentItem of contentItems) bySourceId.set(contentItem.sourceNativeId, [...(bySourceId.get(contentItem.sourceNativeId) ?? []), contentItem]);
	const result: Comparison = { present: new Map(contentItems.map((contentItem) => [contentItem, []])), doubles: [], others: [], unclear: [] };
	for (const request of [...requests].sort(age)) {
		const wanting = (bySourceId.get(request.sourceNativeId ?? '') ?? []).filter(({ targets }) => targets.some((target) => sameCode(request.targetNativeLanguageCode, target)));
		// Pieces may share a source id; then the name tells them apart, and a file from a text.
		const named = wanting.filter(({ requestName }) => requestName === request.requestName);
		const fitting = named.length > 0 ? named : wanting;
		const requestKind = kindOf(request);
		const contentItem = fitting.find(({ kind }) => kind === requestKind) ?? fitting[0];
		if (!contentItem) {
			const isUnclear = !request.sourceNativeId && contentItems.some(({ requestName }) => requestName === request.requestName);
			(isUnclear ? result.unclear : result.others).push(request);
			continue;
		}
		if (requestKind === undefined && fitting.some(({ kind }) => kind !== contentItem.kind)) {
			result.unclear.push(request);
			continue;
		}
		const known = result.present.get(contentItem)!;
		const isSecond = known.some(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, request.targetNativeLanguageCode ?? ''));
		(isSecond ? result.doubles : known).push(request);
	}
	return result;
}

export function missingTargets({ targets }: ContentItem, present: readonly TranslationRequest[]): string[] {
	return targets.filter((target) => !present.some(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, target)));
}

/** What the requests of an item refer to. */
export function storedOf({ kind }: ContentItem, { fileId, sourceContentId }: TranslationRequest): Stored | undefined {
	if (kind !== 'content') return fileId ? { fmsFileId: fileId } : undefined;
	return sourceContentId ? { sourcecontentId: sourceContentId } : undefined;
}

/** Refuses items that could not be told apart afterwards. */
export function findDuplicates(contentItems: readonly ContentItem[]): Map<ContentItem, InvalidInput> {
	const first = new Map<string, ContentItem>();
	const duplicates = new Map<ContentItem, InvalidInput>();
	for (const contentItem of contentItems) {
		for (const target of contentItem.targets) {
			const key = JSON.stringify([contentItem.kind, contentItem.sourceNativeId, contentItem.requestName, target.toLowerCase()]);
			const other = first.get(key);
			if (!other) first.set(key, contentItem);
			else if (!duplicates.has(contentItem)) {
				duplicates.set(
					contentItem,
					new InvalidInput(
						`Source ID "${contentItem.sourceNativeId}", request name "${contentItem.requestName}" and language ${target} are those of item ${other.itemIndex + 1}, too`,
						'Give each item a source ID of its own, so that its translations can be told from the other\'s; or leave the source ID empty.',
						'Source ID',
					),
				);
			}
		}
	}
	return duplicates;
}
