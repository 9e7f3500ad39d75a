import { isArchived } from '../shared/service/jobs';
import type { Job } from '../shared/service/resources';

/** Not so a cancelled job: what was delivered before is there to be fetched. */
const NOT_IN_PROGRESS = ['CREATED', 'COMPLETED'];

/** A job as it was listed. */
export interface Listed {
	job: Job;
	modified?: number;
	listedAt: number;
}

/** Tells whether a job has changed since it was last listed. */
export const lookOf = (job: Job): string => `${job.modifiedDate} ${job.statusCode} ${JSON.stringify(job.aggregateRequests ?? null)}`;

export const isInProgress = (job: Job): boolean => !NOT_IN_PROGRESS.includes(job.statusCode) && !isArchived(job);
