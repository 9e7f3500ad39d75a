import { NodeOperationError } from 'n8n-workflow';

import { getJob, isArchived } from '../service/jobs';
import { listRequests, type RequestQuery } from '../service/requests';
import type { Job, StatusUpdate, TranslationRequest } from '../service/resources';
import type { Client } from '../transport/client';
import { isNotHandedOut, isStatus, passOn } from '../transport/errors';
import { collect } from '../transport/pages';

/** Reads a job or what belongs to it; undefined, with a line in the log, if the service does not hand it out: one job must not keep everything else from being delivered. */
export async function ifReadable<T>(client: Client, what: string, read: () => Promise<T>): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (!isNotHandedOut(error)) throw passOn(client.context.getNode(), error);
		client.context.logger.warn(`Translation Jobs: ${what} cannot be read (HTTP ${error.httpCode}), so nothing is started by it`);
		return undefined;
	}
}

/** Jobs read once for all events of one poll or callback. Archived ones count as not readable: their requests are locked. */
export class JobReader {
	private readonly known = new Map<string, Promise<Job | undefined>>();

	constructor(
		private readonly client: Client,
		private readonly options: { aggregate?: boolean } = {},
	) {}

	async read(jobId: string): Promise<Job | undefined> {
		const known = this.known.get(jobId) ?? ifReadable(this.client, `job ${jobId}`, async () => await getJob(this.client, jobId, this.options));
		this.known.set(jobId, known);
		const job = await known;
		return job && job.jobId === jobId && !isArchived(job) ? job : undefined;
	}
}

/** Services that refuse the filter by status, which is a guess. */
const refusesStatusFilter = new Set<string>();

/**
 * A request that leaves a filtered list while it is read can make others slide onto a page that was read before. So a
 * list that does not fit on one page is read without the filter: no request leaves that.
 */
async function collectRequests(client: Client, jobId: string, query: RequestQuery): Promise<TranslationRequest[]> {
	const { statuses = [], ...unfiltered } = query;
	const isFiltered = statuses.length > 0 && !refusesStatusFilter.has(client.baseUrl);
	const onePage = isFiltered ? await readOnePage(client, jobId, query) : undefined;
	if (Array.isArray(onePage)) return onePage;
	const all = await collect(listRequests(client, jobId, unfiltered));
	if (onePage === 'refused') refusesStatusFilter.add(client.baseUrl);
	return statuses.length === 0 ? all : all.filter(({ statusCode }) => statuses.includes(statusCode));
}

type OnePage = TranslationRequest[] | 'refused' | 'more pages';

async function readOnePage(client: Client, jobId: string, query: RequestQuery): Promise<OnePage> {
	let pageCount = 0;
	const found: TranslationRequest[] = [];
	try {
		for await (const request of listRequests(client, jobId, query, { onPage: (page) => (pageCount = page) })) {
			if (pageCount > 1) return 'more pages';
			found.push(request);
		}
	} catch (error) {
		if (isStatus(error, 400, 422)) return 'refused';
		throw passOn(client.context.getNode(), error);
	}
	return pageCount > 1 ? 'more pages' : found;
}

/** Requests of a job; undefined if the job was archived a moment ago. */
export async function requestsUnlessArchived(
	client: Client,
	jobId: string,
	query: RequestQuery,
): Promise<TranslationRequest[] | undefined> {
	try {
		return await collectRequests(client, jobId, query);
	} catch (error) {
		if (error instanceof NodeOperationError && isArchived(await getJob(client, jobId))) return undefined;
		throw passOn(client.context.getNode(), error);
	}
}

/** Requests of a job; undefined if the service does not hand them out. */
export async function readRequests(
	client: Client,
	jobId: string,
	query: RequestQuery,
): Promise<TranslationRequest[] | undefined> {
	const read = async () => await requestsUnlessArchived(client, jobId, query);
	return await ifReadable(client, `the requests of job ${jobId}`, read);
}

/** The requests that an update or callback is about; one that names none is about those of the job in its status. */
export async function readRequestsOf(client: Client, jobId: string, { requestIds, statusCode, hasError }: Pick<StatusUpdate, 'requestIds' | 'statusCode' | 'hasError'>): Promise<TranslationRequest[]> {
	const query = requestIds.length > 0 ? { ids: requestIds } : statusCode && !hasError ? { statuses: [statusCode] } : {};
	const requests = await readRequests(client, jobId, query);
	return requestIds.length === 0 && hasError ? (requests ?? []).filter((request) => request.hasError === true) : (requests ?? []);
}
