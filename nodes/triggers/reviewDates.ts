import type { TranslationRequest } from '../api/resources';
import { BoundedMap } from '../core/caches';
import { serverMs } from '../rules/dates';
import { IN_REVIEW } from '../rules/statuses';

const MAX_REQUESTS = 50_000;
/**
 * A delivery is announced at nearly the time of its request. In doubt it counts as another
 * delivery: better twice than never.
 */
const SAME_DELIVERY_MS = 2_000;

/** When requests entered review, as far as this process knows. */
const inReviewSince = new BoundedMap<string>({ maxEntries: MAX_REQUESTS });

export function noteReview(requestId: string, modifiedDate: string): void {
	inReviewSince.set(requestId, modifiedDate);
}

/**
 * The modification time that identifies a delivery. Approving changes the time of a request, so a
 * delivery that was seen in review keeps its earlier time, and with it its key.
 */
export function deliveredAt(
	{ requestId, statusCode, modifiedDate }: TranslationRequest,
	announcedAt?: string,
): string | undefined {
	if (statusCode === IN_REVIEW) {
		if (modifiedDate) noteReview(requestId, modifiedDate);
		return modifiedDate;
	}
	const since = inReviewSince.get(requestId);
	const distance = Math.abs((serverMs(announcedAt) ?? Infinity) - (serverMs(since) ?? Infinity));
	return distance <= SAME_DELIVERY_MS ? since : modifiedDate;
}
