import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { IN_REVIEW } from '../shared/rules/statuses';
import type { TranslationRequest } from '../shared/service/resources';
import { noteReview } from '../shared/triggers/reviewDates';

/** Bounds what n8n has to store; beyond it, a repetition after an approval may have another key. */
const MOST_DATES = 5_000;

interface Stored extends IDataObject {
	inReviewSince?: Record<string, string>;
}

/** What is handed over again after a restart keeps its key, even if it was approved meanwhile. */
export function recallDates(store: IDataObject): void {
	for (const [requestId, date] of Object.entries((store as Stored).inReviewSince ?? {})) noteReview(requestId, date);
}

/** Replaces the dates by those of a new hand-over; without one they are needed as long as an older one is not acknowledged. */
export function keepDates(store: IDataObject, items: readonly INodeExecutionData[], isAnythingOpen: boolean): void {
	const read = items.flatMap(({ json }) => (json.request ? [json.request as TranslationRequest] : []));
	const requests = read.filter(({ statusCode, modifiedDate }) => statusCode === IN_REVIEW && modifiedDate);
	if (requests.length > 0) store.inReviewSince = Object.fromEntries(requests.slice(0, MOST_DATES).map(({ requestId, modifiedDate }) => [requestId, modifiedDate!]));
	else if (!isAnythingOpen) delete store.inReviewSince;
}
