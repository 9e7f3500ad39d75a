import { voiceOf } from './errorBody';
import { type HttpResponse, lostResponse, type Outcome } from './types';

/** Statuses that say that something does not exist. */
export const GONE = [404, 410];
/** Such a status without an error object, although the lists show what was asked for. */
export const UNCONFIRMED = 'UNCONFIRMED_ANSWER';

/**
 * Whether the service itself says that something does not exist. An error object is its word. A
 * web page is not: the response is lost. Anything else counts if the service's lists confirm it.
 * `isAbsent` returns undefined if no list can tell.
 */
export async function checkGone(
	response: HttpResponse,
	isAbsent: () => Promise<boolean | undefined>,
): Promise<Outcome> {
	const voice = voiceOf(response.body);
	if (voice === 'object') return { response };
	if (voice === 'page')
		return lostResponse(
			'WEB_PAGE',
			`A page came instead of the service's response (HTTP ${response.status}).`,
		);
	const isConfirmed = await isAbsent().catch(() => false);
	return isConfirmed === false
		? lostResponse(
				UNCONFIRMED,
				`The service answered ${response.status} without saying why, and its lists do not confirm that this is gone.`,
			)
		: { response };
}
