import { missingTargets } from '../../../api/compareRequests';
import { LIMITS, splitTargets } from '../../../rules/limits';
import { type ContentItem, requestCount } from '../content/content';
import { isOpen } from '../jobProgress';
import type { Plan } from '../plan/plan';
import type { Foreseen } from './foresee';

export interface CallOptions {
	providerId?: string;
}

const CREATE = 1;
/** Reads the job, puts a label on it, and later gives it the fields of this run. */
const TAKE_OVER = 3;
const SUBMIT = 1;
/** Reads the job and removes the label. */
const RELEASE = 2;
const STORE = 1;
/** Reads the request first. */
const DELETE = 2;

/** The calls that follow the reading, without heartbeats and repeated searches. */
export const countCalls = (
	jobs: readonly Foreseen[],
	plan: Plan | undefined,
	options: CallOptions,
): number =>
	jobs.filter(isOpen).reduce((sum, job) => sum + callsFor(job, plan?.digest, options), 0);

function callsFor(
	job: Foreseen,
	runDigest: string | undefined,
	{ providerId }: CallOptions,
): number {
	const { contentItems, outcome, surplus } = job;
	const isNew = outcome === 'created';
	/** A new job is counted, another one is listed. */
	const verifying = isNew ? 1 : Math.ceil(requestCount(contentItems) / LIMITS.pageSize);
	const adding = contentItems.reduce((sum, item) => sum + callsToAdd(item, job), 0);
	const ending = providerId !== undefined ? verifying + SUBMIT : runDigest ? RELEASE : 0;
	return (isNew ? CREATE : TAKE_OVER) + surplus * DELETE + adding + ending;
}

function callsToAdd(item: ContentItem, { requests }: Foreseen): number {
	if (item.kind === 'supportAsset') return requests.has(item) ? 0 : STORE + 1;
	const present = requests.get(item) ?? [];
	const missing = missingTargets(item, present);
	if (missing.length === 0) return 0;
	return (present.length === 0 ? STORE : 0) + splitTargets(missing).length;
}
