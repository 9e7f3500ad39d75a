import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { connect } from '../../api/connect';
import { listJobs } from '../../api/jobs';
import { listListeners } from '../../api/listeners';
import { listProviders } from '../../api/providers';
import { describeProgress, readCounts } from '../../api/requestCounts';
import { listRequests } from '../../api/requests';
import type { Job } from '../../api/resources';
import { NEWEST_CREATED, PROVIDER_STATUS } from '../../api/wire';
import { withNodeErrors } from '../../core/errors';
import type { Client } from '../../http/client';
import { readWorkflows, type SendingWorkflow } from '../../rules/runLabels';
import { listenerTypeTitle, statusTitle } from '../../rules/statuses';
import { THIS_WORKFLOW } from '../locators';

/** The service cannot search by name, so the node reads entries until enough of them match. */
const ENTRIES = 50;
const MAX_SEARCH_LENGTH = 1_000;

interface SearchOptions<T> {
	longest?: number;
	alsoFoundBy?: (item: T) => string | undefined;
}

async function search<T>(
	context: ILoadOptionsFunctions,
	list: (client: Client) => AsyncIterable<T>,
	toEntry: (item: T) => INodeListSearchItems,
	filter = '',
	{ longest = MAX_SEARCH_LENGTH, alsoFoundBy }: SearchOptions<T> = {},
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const results: INodeListSearchItems[] = [];
	let read = 0;
	await withNodeErrors(context, async () => {
		for await (const item of list(await connect(context))) {
			const entry = toEntry(item);
			const words = `${entry.name} ${entry.value} ${alsoFoundBy?.(item) ?? ''}`;
			if (!wanted || words.toLowerCase().includes(wanted)) results.push(entry);
			read += 1;
			if (results.length >= ENTRIES || read >= longest) break;
		}
	});
	return { results };
}

async function searchInJobs(
	context: ILoadOptionsFunctions,
	archived: boolean,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await search(
		context,
		(client) => listJobs(client, { archived, orderBy: NEWEST_CREATED, aggregate: true }),
		(job) => ({ name: jobTitle(job), value: job.jobId }),
		filter,
	);
}

/** With its progress, if the list says it: to count the requests would cost a call for each job. */
function jobTitle(job: Job): string {
	const { jobId, jobName, statusCode } = job;
	const counts = readCounts(job);
	const progress = counts && describeProgress(counts);
	return `${jobName || jobId}${progress ? `: ${progress}` : ''} (${statusTitle(statusCode)})`;
}

export async function searchJobs(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchInJobs(this, false, filter);
}

export async function searchArchivedJobs(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchInJobs(this, true, filter);
}

export async function searchProviders(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await search(
		this,
		listProviders,
		({ providerId, providerName, status }) => ({
			name:
				status && status !== PROVIDER_STATUS.enabled
					? `${providerName} (${statusTitle(status)})`
					: providerName,
			value: providerId,
		}),
		filter,
	);
}

export async function searchRequests(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const jobId = String(this.getCurrentNodeParameter('jobId', { extractValue: true }) ?? '');
	if (!jobId) return { results: [] };
	return await search(
		this,
		(client) => listRequests(client, jobId),
		({ requestId, requestName, targetNativeLanguageCode, statusCode }) => ({
			name: `${requestName ?? requestId} → ${targetNativeLanguageCode} (${statusTitle(statusCode)})`,
			value: requestId,
		}),
		filter,
		{
			// A job has a limited number of requests, and users must find the last one too.
			longest: Infinity,
			alsoFoundBy: ({ sourceNativeId }) => sourceNativeId,
		},
	);
}

async function* workflowEntries(client: Client): AsyncGenerator<INodeListSearchItems> {
	yield THIS_WORKFLOW;
	for await (const { label, name, lastJob } of sendingWorkflows(client))
		yield { name: `${name ?? 'Another workflow'} (last job: ${lastJob})`, value: label };
}

/** Those that have sent jobs: the service knows nothing of others. */
export async function searchWorkflows(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await search(this, workflowEntries, (entry) => entry, filter);
}

export async function searchListeners(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await search(
		this,
		listListeners,
		({ listenerId, uri, type, disabled }) => ({
			name: `${uri.replace(/\?.*$/, '')} (${disabled ? 'disabled, ' : ''}${listenerTypeTitle(type)})`,
			value: listenerId,
		}),
		filter,
	);
}

const RECENT_JOBS = 1_000;

/** The workflows that sent the newest jobs, each once, with the name of its newest job. */
async function* sendingWorkflows(
	client: Client,
): AsyncGenerator<SendingWorkflow & { lastJob: string }> {
	const seen = new Set<string>();
	let count = 0;
	for await (const { labels, jobName, jobId } of listJobs(client, { orderBy: NEWEST_CREATED })) {
		for (const workflow of readWorkflows(labels))
			if (!seen.has(workflow.label)) {
				seen.add(workflow.label);
				yield { ...workflow, lastJob: jobName || jobId };
			}
		if (++count >= RECENT_JOBS) return;
	}
}
