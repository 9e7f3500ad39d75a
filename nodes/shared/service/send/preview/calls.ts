import { LIMITS, splitTargets } from '../../../rules/limits';
import { missingTargets } from '../compare';
import { type ContentItem, requestCount } from '../content/contentItem';
import { isOpen, type JobProgress } from '../jobProgress';
import type { Plan } from '../plan/plan';

export interface CallOptions {
	providerId?: string;
	/** One item per request: the requests are read once more. */
	output: string;
}

const CREATE = 1;
/** Reads the job, puts a label on it, and later gives it the fields of this run. */
const TAKE_OVER = 3;
const COUNT_AND_SUBMIT = 2;
/** Reads the job and removes the label. */
const RELEASE = 2;
const STORE = 1;

/** The calls that follow the reading, without heartbeats and repeated searches. */
export const countCalls = (
	jobs: readonly JobProgress[],
	plan: Plan | undefined,
	options: CallOptions,
): number =>
	jobs.filter(isOpen).reduce((sum, job) => sum + callsFor(job, plan?.digest, options), 0);

function callsFor(
	job: JobProgress,
	runDigest: string | undefined,
	{ providerId, output }: CallOptions,
): number {
	const { contentItems, outcome } = job;
	const pages = Math.max(1, Math.ceil(requestCount(contentItems) / LIMITS.pageSize));
	const isNew = outcome === 'created';
	const adding = contentItems.reduce((sum, item) => sum + callsToAdd(item, job), 0);
	const ending = providerId !== undefined ? COUNT_AND_SUBMIT : runDigest ? RELEASE : 0;
	const reading = providerId !== undefined && output === 'requests' ? pages : 0;
	return (isNew ? CREATE : TAKE_OVER) + adding + ending + reading;
}

function callsToAdd(item: ContentItem, { requests }: JobProgress): number {
	if (item.kind === 'supportAsset') return STORE + 1;
	const present = requests.get(item) ?? [];
	const missing = missingTargets(item, present);
	if (missing.length === 0) return 0;
	return (present.length === 0 ? STORE : 0) + splitTargets(missing).length;
}
