import type { NodeError } from 'n8n-workflow';

import type { Job, TranslationRequest } from '../../api/resources';
import type { ContentItem } from './content';
import type { Plan, PlannedJob } from './plan/plan';

export type ItemRequests = Map<ContentItem, TranslationRequest[]>;
export type ItemFailures = Map<ContentItem, NodeError>;

export interface Filled {
	requests: ItemRequests;
	failures: ItemFailures;
}

export interface SentJob extends PlannedJob, Filled {
	end: 'sent';
	job: Job;
	/** Continued: an earlier run had left the complete job unsubmitted. */
	outcome: 'created' | 'continued' | 'alreadySent';
}

export interface GivenUp extends PlannedJob {
	end: 'givenUp';
	failures: ItemFailures;
}

/** What became of one job. Sent is also what was left unsubmitted on purpose. */
export type JobResult = SentJob | GivenUp;

export const isSent = (result: JobResult): result is SentJob => result.end === 'sent';

/** This execution has submitted or made it. */
export const isSentNow = (result: JobResult): result is SentJob =>
	isSent(result) && result.outcome !== 'alreadySent';

/** What an earlier try of the node has submitted is left out. */
export const partsLeft = ({ jobs }: Plan, done: readonly JobResult[]): PlannedJob[] =>
	jobs.filter((job) => !done.some((other) => contentOf(other) === contentOf(job)));

const contentOf = ({ contentItems }: PlannedJob) =>
	JSON.stringify(contentItems.map(({ itemIndex, identity }) => [itemIndex, identity]));

/** Support assets go with every job. */
export const countOf = ({ jobs }: Plan): number =>
	new Set(jobs.flatMap(({ contentItems }) => contentItems)).size;
