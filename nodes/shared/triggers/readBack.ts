import { NodeOperationError } from 'n8n-workflow';

import { isInArchive, saysArchived } from '../service/jobs/archive';
import { isRefused } from '../service/guesses';
import { getJob } from '../service/jobs/jobs';
import { listRequests, type RequestQuery } from '../service/requests/requests';
import type { Job, StatusUpdate, TranslationRequest } from '../service/resources';
import type { Client } from '../transport/client';
import { isReadRefused, asError, unlessGone } from '../transport/pipeline/errors';
import { toArray } from '../transport/pages';

/** Reads a job or what belongs to it; undefined, with a line in the log, if the service does not hand it out: one job must not keep everything else from being delivered. */
export async function ifReadable<T>(client: Client, what: string, read: () => Promise<T>): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (!isReadRefused(error)) throw asError(client.context.getNode(), error);
		client.context.logger.warn(`Translation Jobs: ${what} cannot be read (HTTP ${error.httpCode}), so nothing is started by it`);
		return undefined;
	}
}

/** Jobs read once for all events of one poll or callback. Archived ones count as not there: their requests are locked. */
export class JobReader {
	private readonly known = new Map<string, Promise<Job | undefined>>();

	constructor(
		private readonly client: Client,
		private readonly options: { aggregate?: boolean } = {},
	) {}

	/** Undefined if there is no such job, and, with a line in the log, if the service does not hand it out. */
	async read(jobId: string): Promise<Job | undefined> {
		return await ifReadable(this.client, `job ${jobId}`, async () => await this.readIfThere(jobId));
	}

	/** Undefined only if there is no such job: any other refusal is thrown. */
	async readIfThere(jobId: string): Promise<Job | undefined> {
		const reading = this.known.get(jobId) ?? this.readNow(jobId);
		this.known.set(jobId, reading);
		return await reading;
	}

	private async readNow(jobId: string): Promise<Job | undefined> {
		const job = await unlessGone(this.client.context.getNode(), async () => await getJob(this.client, jobId, this.options));
		return job && !saysArchived(job) ? job : undefined;
	}
}

/**
 * A request that leaves a filtered list while it is read can make others slide onto a page that was read before. So a
 * list that does not fit on one page is read without the filter: no request leaves that.
 */
async function collectRequests(client: Client, jobId: string, query: RequestQuery): Promise<TranslationRequest[]> {
	const { statuses = [], ...unfiltered } = query;
	const readAll = async () => {
		const all = await toArray(listRequests(client, jobId, unfiltered));
		return statuses.length === 0 ? all : all.filter(({ statusCode }) => statuses.includes(statusCode));
	};
	if (statuses.length === 0 || isRefused(client, 'statusFilter')) return await readAll();
	let pageCount = 0;
	const found: TranslationRequest[] = [];
	for await (const request of listRequests(client, jobId, query, { onPage: (page) => (pageCount = page) })) {
		if (pageCount > 1) break;
		found.push(request);
	}
	return pageCount > 1 ? await readAll() : found;
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
		if (error instanceof NodeOperationError && (await isInArchive(client, await getJob(client, jobId)))) return undefined;
		throw asError(client.context.getNode(), error);
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

type About = Pick<StatusUpdate, 'requestIds' | 'statusCode' | 'hasError'>;

/** The requests that an update or callback is about; one that names none is about those of the job in its status. Undefined if the job is archived. */
export async function requestsAbout(client: Client, jobId: string, { requestIds, statusCode, hasError }: About): Promise<TranslationRequest[] | undefined> {
	const query = requestIds.length > 0 ? { ids: requestIds } : statusCode && !hasError ? { statuses: [statusCode] } : {};
	const requests = await requestsUnlessArchived(client, jobId, query);
	return requestIds.length === 0 && hasError ? requests?.filter((request) => request.hasError === true) : requests;
}

/** As `requestsAbout`; none if the service does not hand them out. */
export async function readRequestsOf(client: Client, jobId: string, about: About): Promise<TranslationRequest[]> {
	return (await ifReadable(client, `the requests of job ${jobId}`, async () => await requestsAbout(client, jobId, about))) ?? [];
}
