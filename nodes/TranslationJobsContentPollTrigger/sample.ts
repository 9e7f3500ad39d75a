import type { INodeExecutionData } from 'n8n-workflow';

import type { Job } from '../api/resources';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { unlessRefused } from '../http/errors';
import { APPROVED } from '../rules/statuses';
import { passesJob, passesRequest } from '../triggers/filters';
import { readRequests } from '../triggers/readBack';
import { deliveryItem } from './handOver';
import {
	canHaveDeliveries,
	deliveredCount,
	getJobUnlessGone,
	newestChangedJobs,
	readUnlessShown,
} from './jobLists';
import type { Settings } from './settings';

const SAMPLES = 5;
const SAMPLED_JOBS = 50;

async function* jobsToSample(client: Client, jobId: string): AsyncGenerator<Job> {
	if (jobId === '') {
		for await (const { jobs } of newestChangedJobs(client)) yield* jobs;
	} else {
		const job = await getJobUnlessGone(client, jobId);
		if (job) yield job;
	}
}

interface Looked {
	jobs: number;
	/** Archived in the meantime, or refused. */
	unreadable: number;
	hasMore: boolean;
}

/** Returns a few translations for a test run and remembers nothing. */
export async function sample(client: Client, settings: Settings): Promise<INodeExecutionData[]> {
	const { filters } = settings;
	const items: INodeExecutionData[] = [];
	const looked: Looked = { jobs: 0, unreadable: 0, hasMore: false };
	for await (const listed of jobsToSample(client, filters.jobId)) {
		looked.hasMore = looked.jobs === SAMPLED_JOBS;
		if (looked.hasMore || items.length >= SAMPLES) break;
		looked.jobs += 1;
		if (!canHaveDeliveries(settings, listed) || deliveredCount(settings, listed) === 0) continue;
		const job = await readUnlessShown(client, settings, listed.jobId, listed);
		if (!job || !passesJob(filters, job)) continue;
		const read = await unlessRefused(async () => await readRequests(client, job.jobId));
		if (!read) looked.unreadable += 1;
		const delivered = (read?.requests ?? []).filter(
			(request) =>
				settings.statuses.includes(request.statusCode) && passesRequest(filters, request),
		);
		items.push(...delivered.map((request) => deliveryItem(client, job, request)));
	}
	if (items.length > 0) return items.slice(0, SAMPLES);
	// Where n8n shows this, it may show only the message.
	throw new OperationFailed(
		whyNone(settings, looked),
		looked.jobs === 0 ? undefined : 'Try again after the provider has delivered a translation.',
	);
}

function whyNone({ filters, statuses }: Settings, { jobs, unreadable, hasMore }: Looked): string {
	const { jobId, jobNameContains, providerId, labels, sentBy, targetLanguages } = filters;
	if (jobs === 0)
		return jobId === ''
			? 'There are no jobs yet: send one with Send for Translation.'
			: `Job ${jobId} does not exist. Check the job in the filters.`;
	const isFiltered =
		[jobNameContains, providerId, sentBy].some((text) => text !== '') ||
		labels.length + targetLanguages.length > 0;
	const wanted = [
		statuses.includes(APPROVED)
			? 'translation that can be fetched'
			: 'translation that waits for approval',
		isFiltered ? ' and passes the filters of this node' : '',
	].join('');
	if (unreadable > 0)
		return `${unreadable} of ${jobs} jobs could not be read, and no other has a ${wanted}`;
	if (jobId !== '') return `Job ${jobId} has no ${wanted}`;
	if (jobs === 1) return `The only job has no ${wanted}`;
	return hasMore
		? `None of the ${jobs} jobs that changed last has a ${wanted}`
		: `None of the ${jobs} jobs has a ${wanted}`;
}
