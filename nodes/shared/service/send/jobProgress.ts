import type { Job } from '../resources';
import type { Filled } from './fill';
import type { ContentItem } from './contentItem';
import type { JobSlot } from './run';

export interface SentJob {
	job: Job;
	contentItems: ContentItem[];
	requests: Filled['requests'];
	outcome: 'created' | 'continued' | 'alreadySent';
	/** Why the wait until the job has reached its provider ended before it had. */
	notReached?: string;
}

/** How far one job of a run has come. */
export interface JobProgress extends Filled {
	slot: JobSlot;
	contentItems: ContentItem[];
	job?: Job;
	outcome: SentJob['outcome'];
	/** Submitted, by this run or by another one; or not to be submitted any more. */
	end?: 'submitted' | 'givenUp';
}

export const isOpen = ({ end }: JobProgress): boolean => end === undefined;

export const isSubmitted = ({ end }: JobProgress): boolean => end === 'submitted';

/** The service takes no job without requests. */
export const isEmpty = ({ requests }: JobProgress): boolean => [...requests.values()].flat().length === 0;
