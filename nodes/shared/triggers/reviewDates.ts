import type { TranslationRequest } from '../service/resources';
import { IN_REVIEW } from '../rules/statuses';
import { serverMs } from '../rules/time/serverTime';

const MOST_REQUESTS = 50_000;
/** The announcement of a delivery and the request it is about carry nearly the same time. In doubt it is another delivery: better twice than never. */
const SAME_DELIVERY_MS = 2_000;

/** When requests came into review, as far as this process knows. */
const inReviewSince = new Map<string, string>();

export function noteReview(requestId: string, modifiedDate: string): void {
	inReviewSince.delete(requestId);
	inReviewSince.set(requestId, modifiedDate);
	if (inReviewSince.size > MOST_REQUESTS) inReviewSince.delete(inReviewSince.keys().next().value!);
}

/**
 * The modification time by which a delivery is told from others. Approving changes a request: what was announced before and
 * is read afterwards is still the same delivery, and keeps its key if it was seen in review.
 */
export function deliveredAt({ requestId, statusCode, modifiedDate }: TranslationRequest, announcedAt?: string): string | undefined {
	if (statusCode === IN_REVIEW) {
		if (modifiedDate) noteReview(requestId, modifiedDate);
		return modifiedDate;
	}
	const since = inReviewSince.get(requestId);
	const distance = Math.abs((serverMs(announcedAt) ?? Infinity) - (serverMs(since) ?? Infinity));
	return distance <= SAME_DELIVERY_MS ? since : modifiedDate;
}
