import type { INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Job } from '../shared/service/resources';
import type { Client } from '../shared/transport/client';
import { passesRequest } from '../shared/triggers/filters';
import { readRequests } from '../shared/triggers/readBack';
import { newestChangedJobs, readJob } from './jobLists';
import { deliveryItem, statusesToRead } from './scan';
import type { Settings } from './settings';

const SAMPLES = 5;
const SAMPLED_JOBS = 50;

async function* jobsToSample(client: Client, jobId: string): AsyncGenerator<Job> {
	if (jobId === '') {
		for await (const { jobs } of newestChangedJobs(client)) yield* jobs;
	} else {
		const job = await readJob(client, jobId);
		if (job) yield job;
	}
}

/** Returns a few translations for a test run and remembers nothing. */
export async function sample(client: Client, settings: Settings): Promise<INodeExecutionData[]> {
	const { filters } = settings;
	const items: INodeExecutionData[] = [];
	let jobCount = 0;
	for await (const job of jobsToSample(client, filters.jobId)) {
		if (jobCount === SAMPLED_JOBS || items.length >= SAMPLES) break;
		jobCount += 1;
		const statuses = statusesToRead(settings, job);
		const requests = statuses ? await readRequests(client, job.jobId, { statuses }) : undefined;
		const delivered = (requests ?? []).filter((request) => passesRequest(filters, request));
		items.push(...delivered.map((request) => deliveryItem(client, job, request, 1)));
	}
	if (items.length > 0) return items.slice(0, SAMPLES);
	const description = whyNone(jobCount, filters.jobId);
	throw new NodeOperationError(
		client.context.getNode(),
		'There is no translation to show right now',
		{ description },
	);
}

function whyNone(jobCount: number, jobId: string): string {
	const rest =
		'in review that passes the filters of this node. Try again after a translation is delivered.';
	if (jobId !== '')
		return jobCount === 0
			? `Job ${jobId} does not exist. Check the job in the filters.`
			: `Job ${jobId} has no request ${rest}`;
	if (jobCount === 0)
		return 'The service lists no jobs for this credential. Send something for translation first.';
	return `${jobCount === 1 ? 'The only job has no' : `None of the last ${jobCount} changed jobs has a`} request ${rest}`;
}
