import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { IN_REVIEW } from '../shared/rules/statuses';
import type { TranslationRequest } from '../shared/service/resources';
import { noteReview } from '../shared/triggers/reviewDates';

/** Limits what n8n stores. Beyond it, an update repeated after an approval may get another key. */
const MOST_DATES = 5_000;

interface Stored extends IDataObject {
	inReviewSince?: Record<string, string>;
}

/** An update that is repeated after a restart keeps its key, even if it was approved since. */
export function recallDates(store: IDataObject): void {
	for (const [requestId, date] of Object.entries((store as Stored).inReviewSince ?? {}))
		noteReview(requestId, date);
}

/** A new hand-over replaces the dates. Otherwise they stay until the old one is acknowledged. */
export function keepDates(
	store: IDataObject,
	items: readonly INodeExecutionData[],
	isAnythingOpen: boolean,
): void {
	const read = items.flatMap(({ json }) =>
		json.request ? [json.request as TranslationRequest] : [],
	);
	const requests = read.filter(
		({ statusCode, modifiedDate }) => statusCode === IN_REVIEW && modifiedDate,
	);
	if (requests.length > 0)
		store.inReviewSince = Object.fromEntries(
			requests
				.slice(0, MOST_DATES)
				.map(({ requestId, modifiedDate }) => [requestId, modifiedDate!]),
		);
	else if (!isAnythingOpen) delete store.inReviewSince;
}
