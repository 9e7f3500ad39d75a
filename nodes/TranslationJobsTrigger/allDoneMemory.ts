import type { TranslationRequest } from '../shared/service/resources';
import { CANCELLED, IN_REVIEW } from '../shared/rules/statuses';
import { serverMs } from '../shared/rules/time/serverTime';

/** What the provider makes of a request; approving and rejecting is what a workflow does with it. */
const BY_PROVIDER = [IN_REVIEW, CANCELLED];
const MOST_JOBS = 10_000;

/** The latest modification of a job's requests when it was told that they are done, by webhook and job. */
const told = new Map<string, number>();

const latest = (requests: readonly TranslationRequest[]) => requests.reduce((time, { modifiedDate }) => Math.max(time, serverMs(modifiedDate) ?? -Infinity), -Infinity);

/**
 * Notes that it is told that the requests of a job are done; false if it was told before and the provider has done nothing
 * since. Approving changes a request as well, so a look after the approval would tell it again, under another key.
 */
export function rememberAllDone(key: string, requests: readonly TranslationRequest[]): boolean {
	const before = told.get(key);
	if (before !== undefined && latest(requests.filter(({ statusCode }) => BY_PROVIDER.includes(statusCode))) <= before) return false;
	told.delete(key);
	// Without dates there is no telling, but then the key stays the same as well.
	if (latest(requests) > -Infinity) told.set(key, latest(requests));
	if (told.size > MOST_JOBS) told.delete(told.keys().next().value!);
	return true;
}
