import { CANCELLED, IN_REVIEW } from '../shared/rules/statuses';
import { serverMs } from '../shared/rules/time/serverTime';
import type { TranslationRequest } from '../shared/service/resources';

/** The provider sets these statuses. Workflows approve and reject. */
const BY_PROVIDER = [IN_REVIEW, CANCELLED];
const MOST_JOBS = 10_000;

/** The latest modification time of a job's requests when it was reported, by webhook and job. */
const reported = new Map<string, number>();

const latest = (requests: readonly TranslationRequest[]) =>
	requests.reduce(
		(time, { modifiedDate }) => Math.max(time, serverMs(modifiedDate) ?? -Infinity),
		-Infinity,
	);

/**
 * Records that a job is reported as done. Returns false if it was reported before and the provider
 * has done nothing since. Approving changes a request too, so a read after the approval would
 * report the job again, under another key.
 */
export function rememberAllDone(key: string, requests: readonly TranslationRequest[]): boolean {
	const before = reported.get(key);
	if (
		before !== undefined &&
		latest(requests.filter(({ statusCode }) => BY_PROVIDER.includes(statusCode))) <= before
	)
		return false;
	reported.delete(key);
	// Without dates nothing can be compared, but then the key stays the same.
	if (latest(requests) > -Infinity) reported.set(key, latest(requests));
	if (reported.size > MOST_JOBS) reported.delete(reported.keys().next().value!);
	return true;
}
