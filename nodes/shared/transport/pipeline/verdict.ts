import { isHtml } from '../http/errorBody';
import type { Outcome } from '../types';

/** 429 and 503 say that nothing was done. */
const NOT_DONE = new Set([429, 503]);

/** `web page`: something in front of the service answered, e.g. a sign-in page; what became of the call is not known. */
export type Verdict = 'done' | 'failed' | 'not done' | 'unknown' | 'web page';

/** What an outcome says about whether the call took effect. */
export function classify(outcome: Outcome): Verdict {
	if (outcome.denied) return outcome.denied.temporary ? 'not done' : 'failed';
	if (outcome.lost) return outcome.lost.neverSent ? 'not done' : 'unknown';
	const { status, body } = outcome.answer;
	if (status < 300) return isHtml(body) ? 'web page' : 'done';
	// A redirect comes from something before the service: nothing was done, and the same call is sent on again.
	if (status < 400) return 'failed';
	if (NOT_DONE.has(status)) return 'not done';
	return status >= 500 ? 'unknown' : 'failed';
}
