import type { NodeError } from 'n8n-workflow';

import type { Job, TranslationRequest } from '../../api/resources';
import type { ContentItem } from './content';
import type { JobSlot, Plan } from './plan/plan';

export type ItemRequests = Map<ContentItem, TranslationRequest[]>;

export interface Filled {
	requests: ItemRequests;
	failures: Map<ContentItem, NodeError>;
}

export interface SentJob {
	job: Job;
	contentItems: ContentItem[];
	requests: ItemRequests;
	outcome: 'created' | 'continued' | 'alreadySent';
}

export interface JobProgress extends Filled {
	slot: JobSlot;
	contentItems: ContentItem[];
	job?: Job;
	outcome: SentJob['outcome'];
	/** Submitted by any run, or given up. */
	end?: 'submitted' | 'givenUp';
}

/** @param submitted - By an earlier try of the node. */
export const startJobs = (
	{ jobs }: Plan,
	submitted: readonly JobProgress[] = [],
): JobProgress[] => [
	...submitted,
	...jobs
		.filter((job) => !submitted.some((other) => contentOf(other) === contentOf(job)))
		.map((job) => ({
			...job,
			requests: new Map(),
			failures: new Map(),
			outcome: 'created' as const,
		})),
];

const contentOf = ({ contentItems }: Pick<JobProgress, 'contentItems'>) =>
	JSON.stringify(contentItems.map(({ itemIndex, identity }) => [itemIndex, identity]));

export const isOpen = ({ end }: JobProgress): boolean => end === undefined;

export const isSubmitted = (progress: JobProgress): progress is JobProgress & { job: Job } =>
	progress.end === 'submitted';

/** The service accepts no job without requests. */
export const isEmpty = ({ requests }: JobProgress): boolean =>
	[...requests.values()].flat().length === 0;
