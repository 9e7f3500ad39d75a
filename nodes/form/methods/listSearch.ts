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

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

const searchIn = <T>(
	list: (client: Client, context: ILoadOptionsFunctions) => AsyncIterable<T>,
	toEntry: (item: T) => INodeListSearchItems,
	longest = MAX_SEARCH_LENGTH,
	alsoFoundBy: (item: T) => string | undefined = () => undefined,
): Search =>
	async function (filter = '') {
		const wanted = filter.trim().toLowerCase();
		const results: INodeListSearchItems[] = [];
		let read = 0;
		await withNodeErrors(this, async () => {
			for await (const item of list(await connect(this), this)) {
				const entry = toEntry(item);
				const words = `${entry.name} ${entry.value} ${alsoFoundBy(item) ?? ''}`;
				if (!wanted || words.toLowerCase().includes(wanted)) results.push(entry);
				read += 1;
				if (results.length >= ENTRIES || read >= longest) break;
			}
		});
		return { results };
	};

const searchInJobs = (archived: boolean): Search =>
	searchIn(
		(client) => listJobs(client, { archived, orderBy: NEWEST_CREATED, aggregate: true }),
		(job) => ({ name: jobTitle(job), value: job.jobId }),
	);

/** With its progress, if the list says it: to count the requests would cost a call for each job. */
function jobTitle(job: Job): string {
	const { jobId, jobName, statusCode } = job;
	const counts = readCounts(job);
	const progress = counts && describeProgress(counts);
	return `${jobName || jobId}${progress ? `: ${progress}` : ''} (${statusTitle(statusCode)})`;
}

export const searchJobs = searchInJobs(false);
export const searchArchivedJobs = searchInJobs(true);

export const searchProviders = searchIn(listProviders, ({ providerId, providerName, status }) => ({
	name:
		status && status !== PROVIDER_STATUS.enabled
			? `${providerName} (${statusTitle(status)})`
			: providerName,
	value: providerId,
}));

export const searchRequests = searchIn(
	async function* (client, context) {
		const jobId = String(context.getCurrentNodeParameter('jobId', { extractValue: true }) ?? '');
		if (jobId) yield* listRequests(client, jobId);
	},
	({ requestId, requestName, targetNativeLanguageCode, statusCode }) => ({
		name: `${requestName ?? requestId} → ${targetNativeLanguageCode} (${statusTitle(statusCode)})`,
		value: requestId,
	}),
	// A job has a limited number of requests, and users must find the last one too.
	Infinity,
	({ sourceNativeId }) => sourceNativeId,
);

/** Those that have sent jobs: the service knows nothing of others. */
export const searchWorkflows = searchIn(workflowEntries, (entry) => entry);

export const searchListeners = searchIn(listListeners, ({ listenerId, uri, type, disabled }) => ({
	name: `${uri.replace(/\?.*$/, '')} (${disabled ? 'disabled, ' : ''}${listenerTypeTitle(type)})`,
	value: listenerId,
}));

async function* workflowEntries(client: Client): AsyncGenerator<INodeListSearchItems> {
	yield THIS_WORKFLOW;
	for await (const { label, name, lastJob } of sendingWorkflows(client))
		yield { name: `${name ?? 'Another workflow'} (last job: ${lastJob})`, value: label };
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
