import { InvalidInput } from '../../rules/invalidInput';
import { sameCode } from '../../rules/languageCodes';
import { serverMs } from '../../rules/serverTime';
import type { TranslationRequest } from '../resources';
import type { Piece, Stored } from './piece';

export interface Comparison {
	/** The requests that each piece has already, one per target language. */
	present: Map<Piece, TranslationRequest[]>;
	/** Second requests for the same. */
	doubles: TranslationRequest[];
	/** Requests for what this run does not send. */
	others: TranslationRequest[];
	/** Requests that came back without what they are told apart by. */
	unclear: TranslationRequest[];
}

const age = (one: TranslationRequest, other: TranslationRequest) =>
	(serverMs(one.createdDate) ?? 0) - (serverMs(other.createdDate) ?? 0) || (one.requestId < other.requestId ? -1 : 1);

const kindOf = ({ fileId, sourceContentId }: TranslationRequest): Piece['kind'] | undefined => (sourceContentId ? 'content' : fileId ? 'file' : undefined);

/** Compares what a job has with what it should have, by source id and target language. */
export function compareRequests(pieces: readonly Piece[], requests: readonly TranslationRequest[]): Comparison {
	const bySourceId = new Map<string, Piece[]>();
	for (const piece of pieces) bySourceId.set(piece.sourceNativeId, [...(bySourceId.get(piece.sourceNativeId) ?? []), piece]);
	const result: Comparison = { present: new Map(pieces.map((piece) => [piece, []])), doubles: [], others: [], unclear: [] };
	for (const request of [...requests].sort(age)) {
		const wanting = (bySourceId.get(request.sourceNativeId ?? '') ?? []).filter(({ targets }) => targets.some((target) => sameCode(request.targetNativeLanguageCode, target)));
		// Pieces may share a source id; then the name tells them apart, and a file from a text.
		const named = wanting.filter(({ requestName }) => requestName === request.requestName);
		const fitting = named.length > 0 ? named : wanting;
		const requestKind = kindOf(request);
		const piece = fitting.find(({ kind }) => kind === requestKind) ?? fitting[0];
		if (!piece) {
			const isUnclear = !request.sourceNativeId && pieces.some(({ requestName }) => requestName === request.requestName);
			(isUnclear ? result.unclear : result.others).push(request);
			continue;
		}
		if (requestKind === undefined && fitting.some(({ kind }) => kind !== piece.kind)) {
			result.unclear.push(request);
			continue;
		}
		const known = result.present.get(piece)!;
		const isSecond = known.some(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, request.targetNativeLanguageCode ?? ''));
		(isSecond ? result.doubles : known).push(request);
	}
	return result;
}

export function missingTargets({ targets }: Piece, present: readonly TranslationRequest[]): string[] {
	return targets.filter((target) => !present.some(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, target)));
}

/** What the requests of an item refer to. */
export function storedOf({ kind }: Piece, { fileId, sourceContentId }: TranslationRequest): Stored | undefined {
	if (kind !== 'content') return fileId ? { fmsFileId: fileId } : undefined;
	return sourceContentId ? { sourcecontentId: sourceContentId } : undefined;
}

/** Refuses items that could not be told apart afterwards. */
export function findTwins(pieces: readonly Piece[]): Map<Piece, InvalidInput> {
	const first = new Map<string, Piece>();
	const twins = new Map<Piece, InvalidInput>();
	for (const piece of pieces) {
		for (const target of piece.targets) {
			const key = JSON.stringify([piece.kind, piece.sourceNativeId, piece.requestName, target.toLowerCase()]);
			const other = first.get(key);
			if (!other) first.set(key, piece);
			else if (!twins.has(piece)) {
				twins.set(
					piece,
					new InvalidInput(
						`Source ID "${piece.sourceNativeId}", request name "${piece.requestName}" and language ${target} are those of item ${other.itemIndex + 1}, too`,
						'Give each item a source ID of its own, so that its translations can be told from the other\'s; or leave the source ID empty.',
						'Source ID',
					),
				);
			}
		}
	}
	return twins;
}
