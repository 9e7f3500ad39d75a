import type { TranslationRequest } from '../api/resources';
import { BoundedMap } from '../core/caches';
import { serverMs } from '../rules/dates';
import { SET_BY_PROVIDER } from '../rules/statuses';

const MAX_JOBS = 10_000;

/** The latest modification time of a job's requests when it was reported, by webhook and job. */
const reported = new BoundedMap<number>({ maxEntries: MAX_JOBS });

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
		latest(requests.filter(({ statusCode }) => SET_BY_PROVIDER.includes(statusCode))) <= before
	)
		return false;
	const now = latest(requests);
	// Without dates nothing can be compared, but then the key stays the same.
	if (now > -Infinity) reported.set(key, now);
	else reported.delete(key);
	return true;
}
