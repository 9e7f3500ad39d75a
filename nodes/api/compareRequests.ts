/** Requests that are wanted, compared with those that a job has. */
import { groupBy } from '../../l10n/groupBy';
import { sameCode } from '../../l10n/languageTags';
import { comparableName, sameName } from '../../l10n/names';
import { reconcile, type Reconciled, UNCLEAR } from '../core/reconcile';
import { serverMs } from '../rules/dates';
import type { TranslationRequest } from './resources';

interface WantedItem {
	kind: string;
	requestName: string;
	sourceNativeId: string;
	targetNativeLanguageCodes: readonly string[];
}

export interface Comparison<Item> extends Omit<
	Reconciled<unknown, TranslationRequest>,
	'matching' | 'missing'
> {
	/** One request per target language. */
	present: Map<Item, TranslationRequest[]>;
}

const age = (one: TranslationRequest, other: TranslationRequest) =>
	(serverMs(one.createdDate) ?? 0) - (serverMs(other.createdDate) ?? 0) ||
	(one.requestId < other.requestId ? -1 : 1);

const languageKey = (code = ''): string => code.toLowerCase();

/** By source id and target language. The oldest request counts. */
export function compareRequests<Item extends WantedItem>(
	items: readonly Item[],
	requests: readonly TranslationRequest[],
): Comparison<Item> {
	const wanted = items.flatMap((item, index) =>
		item.targetNativeLanguageCodes.map((target) => ({
			item,
			key: `${index} ${languageKey(target)}`,
		})),
	);
	const numbers = new Map(items.map((item, index) => [item, index]));
	const find = itemFinder(items);
	const { matching, surplus, others, unclear } = reconcile(
		wanted,
		({ key }) => key,
		[...requests].sort(age),
		(request) => {
			const item = find(request);
			return typeof item === 'object'
				? `${numbers.get(item)} ${languageKey(request.targetNativeLanguageCode)}`
				: item;
		},
	);
	const present = new Map(items.map((item) => [item, [] as TranslationRequest[]]));
	for (const [{ item }, request] of matching) present.get(item)!.push(request);
	return { present, surplus, others, unclear };
}

const kindOf = ({ fileId, sourceContentId }: TranslationRequest): string | undefined =>
	sourceContentId ? 'content' : fileId ? 'file' : undefined;

const hasName = (item: WantedItem, { requestName = '' }: TranslationRequest) =>
	sameName(item.requestName, requestName);

/** Items with the same source id differ in name or kind. */
function itemFinder<Item extends WantedItem>(items: readonly Item[]) {
	const bySourceId = groupBy(items, ({ sourceNativeId }) => comparableName(sourceNativeId));
	return (request: TranslationRequest): Item | typeof UNCLEAR | undefined => {
		const wanting = (bySourceId.get(comparableName(request.sourceNativeId ?? '')) ?? []).filter(
			(item) =>
				item.targetNativeLanguageCodes.some((target) =>
					sameCode(request.targetNativeLanguageCode, target),
				),
		);
		const named = wanting.filter((item) => hasName(item, request));
		const fitting = named.length > 0 ? named : wanting;
		const kind = kindOf(request);
		const found = fitting.find((item) => item.kind === kind) ?? fitting[0];
		if (found)
			return kind === undefined && fitting.some((item) => item.kind !== found.kind)
				? UNCLEAR
				: found;
		return !request.sourceNativeId && items.some((item) => hasName(item, request))
			? UNCLEAR
			: undefined;
	};
}

export const missingTargets = (
	{ targetNativeLanguageCodes: targets }: Pick<WantedItem, 'targetNativeLanguageCodes'>,
	present: readonly TranslationRequest[],
): string[] => matchTargets(targets, present).missing.map((index) => targets[index]!);

/**
 * Gives each target, by its index, a request of its language. `isWanted` is undefined where a
 * request does not tell.
 */
export const matchTargets = (
	targets: readonly string[],
	requests: readonly TranslationRequest[],
	isWanted: (request: TranslationRequest) => boolean | undefined = () => true,
): Reconciled<number, TranslationRequest> =>
	reconcile(
		[...targets.keys()],
		(index) => languageKey(targets[index]),
		requests,
		(request) => {
			const isOurs = isWanted(request);
			if (isOurs === undefined) return UNCLEAR;
			return isOurs ? languageKey(request.targetNativeLanguageCode) : undefined;
		},
	);
