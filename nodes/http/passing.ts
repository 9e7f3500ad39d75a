import { readErrorBody } from './errorBody';
import type { HttpResponse } from './types';

/**
 * Refusals of the file host that may pass (E). The specification promises "a specific error code
 * instead of a 500" for intermittent failures and does not show it.
 */
const PASSING = {
	statuses: [408, 423, 425, 429],
	/** The service itself refuses with it what will not pass, e.g. one file too many. */
	fileHostStatuses: [409],
	words:
		/temporar|transient|intermittent|unavailable|try again|retry later|busy|time[d_ -]?out|overload|(?<![a-z])fms(?!FileId|SASToken|UploadUrl|PostMultipartUrl)/i,
	/** Their meaning is clear: no permission, no such thing, too large. */
	neverStatuses: [401, 403, 404, 410, 413],
};

/** For calls with which the service asks the file host. */
export function mayPass({ status, body }: HttpResponse): boolean {
	if (status < 400 || status >= 500 || PASSING.neverStatuses.includes(status)) return false;
	return PASSING.statuses.includes(status) || PASSING.words.test(readErrorBody(body));
}

export const mayPassAtFileHost = (response: HttpResponse): boolean =>
	PASSING.fileHostStatuses.includes(response.status) || mayPass(response);
