import type { INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Job } from '../shared/service/resources';
import type { Client } from '../shared/transport/client';
import { passesRequest } from '../shared/triggers/filters';
import { requestItem } from '../shared/triggers/item';
import { readRequests } from '../shared/triggers/readBack';
import { newestChangedJobs, readJob } from './jobLists';
import { statusesToRead } from './scan';
import type { Settings } from './settings';

const SAMPLES = 5;
const SAMPLED_JOBS = 50;

async function* jobsToSample(client: Client, jobId: string): AsyncGenerator<Job> {
	if (jobId === '') {
		yield* newestChangedJobs(client);
	} else {
		const job = await readJob(client, jobId);
		if (job) yield job;
	}
}

/** A few translations for a test run. Nothing is remembered. */
export async function sample(client: Client, settings: Settings): Promise<INodeExecutionData[]> {
	const { filters } = settings;
	const items: INodeExecutionData[] = [];
	let looked = 0;
	for await (const job of jobsToSample(client, filters.jobId)) {
		if (looked === SAMPLED_JOBS || items.length >= SAMPLES) break;
		looked += 1;
		const statuses = statusesToRead(settings, job);
		const requests = statuses ? await readRequests(client, job.jobId, { statuses }) : undefined;
		const delivered = (requests ?? []).filter((request) => passesRequest(filters, request));
		items.push(...delivered.map((request) => requestItem({ environment: client.environment, arrivedBy: 'contentPoll' }, { event: 'translationReady', job, request, attempt: 1 })));
	}
	if (items.length > 0) return items.slice(0, SAMPLES);
	throw new NodeOperationError(client.context.getNode(), 'There is no translation to show right now', { description: whyNone(looked, filters.jobId) });
}

function whyNone(looked: number, jobId: string): string {
	if (looked === 0 && jobId === '') return 'The service shows no job to this credential. Send something for translation first.';
	if (looked === 0) return `Job ${jobId} cannot be read with this credential. Check the job in the filters.`;
	const where = jobId !== '' ? `Job ${jobId} has no request` : looked === 1 ? 'The only job has no request' : `None of the ${looked} jobs that changed last has a request`;
	return `${where} in review that passes the filters of this node. Try again when a translation was delivered.`;
}
