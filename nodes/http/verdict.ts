import { isHtml } from './errorBody';
import type { Outcome } from './types';

/** The service did nothing. */
const NOT_DONE = new Set([429, 503]);

/** `web page`: something in front of the service answered, so the call's effect is unknown. */
export type Verdict = 'done' | 'failed' | 'not done' | 'unknown' | 'web page';

/** Tells from an outcome whether the call took effect. */
export function classify(outcome: Outcome): Verdict {
	if (outcome.denied) return outcome.denied.temporary ? 'not done' : 'failed';
	if (outcome.lost) return outcome.lost.neverSent ? 'not done' : 'unknown';
	const { status, body } = outcome.response;
	if (status < 300) return isHtml(body) ? 'web page' : 'done';
	// A gateway redirected the call before the service saw it.
	if (status < 400) return 'failed';
	if (NOT_DONE.has(status)) return 'not done';
	return status >= 500 ? 'unknown' : 'failed';
}
