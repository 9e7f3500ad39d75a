import { LIMITS } from '../shared/rules/limits';
import type { Job } from '../shared/service/resources';
import type { Client } from '../shared/transport/client';
import type { PollBudget } from '../shared/triggers/pollBudget';
import { serverMs } from '../shared/rules/serverTime';
import { allJobs } from './jobLists';
import { type Listed, isInProgress } from './listed';
import type { Sweep } from './memory';

/** How much of a poll's time the list of a sweep may take, so that there is some left for reading. */
const LISTING_SHARE = 0.5;
/** The filter by which a list is gone on with knows whole seconds. */
const SAME_SECOND_MS = 2_000;

export interface SweepList {
	toRead: Listed[];
	newest: number;
	listedAt?: number;
	isEnd: boolean;
	/** Where to go on, if this is not the end. */
	createdBefore?: number;
}

export interface Sweeping {
	budget: PollBudget;
	toListed: (job: Job) => Listed;
	/** Nothing can be new in this job. */
	isSettled: (listed: Listed) => boolean;
}

/** Lists jobs as far as the time allows. Only a list in the order of creation can be gone on with by the next poll. */
export async function listForSweep(client: Client, sweep: Sweep, { budget, toListed, isSettled }: Sweeping): Promise<SweepList> {
	const list: SweepList = { toRead: [], newest: 0, isEnd: false };
	let count = 0;
	let last = sweep.createdBefore ?? Infinity;
	let isInOrder = true;
	for await (const job of allJobs(client, sweep.createdBefore)) {
		const listed = toListed(job);
		list.listedAt ??= listed.listedAt;
		list.newest = Math.max(list.newest, listed.modified ?? 0);
		sweep.listed.add(job.jobId);
		if (isInProgress(job)) sweep.inProgress.add(job.jobId);
		if (!isSettled(listed)) list.toRead.push(listed);

		count += 1;
		const created = serverMs(job.createdDate);
		isInOrder &&= created !== undefined && created <= last + SAME_SECOND_MS;
		last = Math.min(last, created ?? last);
		const isAhead = last < (sweep.createdBefore ?? Infinity) - SAME_SECOND_MS;
		if (isInOrder && isAhead && count % LIMITS.pageSize === 0 && budget.isUsedUp(LISTING_SHARE)) return { ...list, createdBefore: last };
	}
	return { ...list, isEnd: true };
}
