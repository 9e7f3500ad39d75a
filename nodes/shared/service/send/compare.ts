import { InvalidInput } from '../../rules/invalidInput';
import type { TranslationRequest } from '../resources';
import type { Piece } from './piece';
import { isDerivedId } from './runKey';

export interface Comparison {
	/** The requests that each piece has already, one per target language. */
	present: Map<Piece, TranslationRequest[]>;
	/** Second requests for the same, and requests for content that this run does not send. */
	surplus: TranslationRequest[];
	/** Requests that were not made by a run of this node. */
	foreign: TranslationRequest[];
	/** Requests that came back without the id they are told apart by. */
	unclear: TranslationRequest[];
}

const sameCode = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();

const age = (one: TranslationRequest, other: TranslationRequest) =>
	(Date.parse(one.createdDate ?? '') || 0) - (Date.parse(other.createdDate ?? '') || 0) || (one.requestId < other.requestId ? -1 : 1);

/** Compares what a job has with what it should have, by source id and target language. */
export function compareRequests(pieces: readonly Piece[], requests: readonly TranslationRequest[]): Comparison {
	const bySourceId = new Map<string, Piece[]>();
	for (const piece of pieces) bySourceId.set(piece.sourceNativeId, [...(bySourceId.get(piece.sourceNativeId) ?? []), piece]);
	const result: Comparison = { present: new Map(pieces.map((piece) => [piece, []])), surplus: [], foreign: [], unclear: [] };
	for (const request of [...requests].sort(age)) {
		const wanting = (bySourceId.get(request.sourceNativeId ?? '') ?? []).filter(({ targets }) => targets.some((target) => sameCode(request.targetNativeLanguageCode, target)));
		// Pieces may share a source id; then the name tells them apart.
		const piece = wanting.find(({ requestName }) => requestName === request.requestName) ?? wanting[0];
		if (!piece) {
			const isUnclear = !request.sourceNativeId && pieces.some(({ requestName }) => requestName === request.requestName);
			(isUnclear ? result.unclear : isDerivedId(request.sourceNativeId) ? result.surplus : result.foreign).push(request);
			continue;
		}
		const known = result.present.get(piece)!;
		const isSecond = known.some(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, request.targetNativeLanguageCode ?? ''));
		(isSecond ? result.surplus : known).push(request);
	}
	return result;
}

export function missingTargets({ targets }: Piece, present: readonly TranslationRequest[]): string[] {
	return targets.filter((target) => !present.some(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, target)));
}

/** Refuses items that could not be told apart afterwards. */
export function findTwins(pieces: readonly Piece[]): Map<Piece, InvalidInput> {
	const first = new Map<string, Piece>();
	const twins = new Map<Piece, InvalidInput>();
	for (const piece of pieces) {
		for (const target of piece.targets) {
			const key = JSON.stringify([piece.sourceNativeId, piece.requestName, target.toLowerCase()]);
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
