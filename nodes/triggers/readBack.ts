/** Reads back from the service what a status update or a callback announces. */
import { isInArchive, isMarkedArchived } from '../api/archive';
import { isRefused, rememberRefusal } from '../api/guesses';
import { getJob } from '../api/jobs';
import { listRequests, type RequestQuery } from '../api/requests';
import type { Job, TranslationRequest } from '../api/resources';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { asError, unlessGone, unlessRefused } from '../http/errors';
import { toArray } from '../http/pages';
import { serverMs } from '../rules/dates';
import { DONE, REJECTED } from '../rules/statuses';
import { eventOfUpdate, isStillReady } from './events';
import { type Filters, passesJob } from './filters';

export interface Announced {
	jobId: string;
	/** Empty if none is named. */
	requestIds: readonly string[];
	statusCode: string;
	hasError: boolean;
	updateTime?: string;
}

interface ReadRequests {
	requests: TranslationRequest[];
	/** False if a list had entries that could not be read. */
	isWhole: boolean;
}

/** How a trigger reads. It may share what it reads among several readers. */
export interface Jobs {
	/** Undefined if the job does not exist or is archived: then its requests are locked. */
	job(jobId: string): Promise<Job | undefined>;
	/** Undefined if the job was archived in the meantime. */
	requests(announced: Announced): Promise<ReadRequests | undefined>;
}

interface Found {
	job: Job;
	requests: TranslationRequest[];
	/** Ids that are named and that no request has. */
	missing: string[];
}

/** `later`: the list lags behind the announcement, or hides something. */
export type ReadBack =
	{ is: 'gone' } | { is: 'filtered' } | ({ is: 'found' } & Found) | ({ is: 'later' } & Found);

export async function readBack(
	jobs: Jobs,
	announced: Announced,
	filters: Filters,
): Promise<ReadBack> {
	const job = await jobs.job(announced.jobId);
	if (!job) return { is: 'gone' };
	if (!passesJob(filters, job)) return { is: 'filtered' };
	const read = await unlessGone(async () => await jobs.requests(announced));
	if (!read) return { is: 'gone' };
	const { requestIds } = announced;
	const isNamed = requestIds.length > 0;
	const requests = isNamed
		? read.requests.filter(({ requestId }) => requestIds.includes(requestId))
		: read.requests;
	const missing = missingIds(requestIds, requests);
	const isShort = isNamed ? missing.length > 0 : requests.length === 0 || !read.isWhole;
	const lags = requests.some((request) => isBehind(request, announced));
	return { is: isShort || lags ? 'later' : 'found', job, requests, missing };
}

const missingIds = (ids: readonly string[], requests: readonly TranslationRequest[]): string[] => {
	const found = new Set(requests.map(({ requestId }) => requestId));
	return ids.filter((id) => !found.has(id));
};

/**
 * Announced as ready, and not yet shown so. What is rejected or cancelled since has an announcement
 * of its own, but a rejection from before was about an earlier delivery.
 */
function isBehind(
	{ statusCode, modifiedDate }: TranslationRequest,
	{ statusCode: announced, hasError, updateTime }: Announced,
): boolean {
	if (eventOfUpdate(announced, hasError) !== 'translationReady' || isStillReady(statusCode))
		return false;
	const isEarlier = (serverMs(modifiedDate) ?? Infinity) < (serverMs(updateTime) ?? -Infinity);
	return !DONE.includes(statusCode) || (statusCode === REJECTED && isEarlier);
}

export async function readJob(
	client: Client,
	jobId: string,
	options: { aggregate?: boolean } = {},
): Promise<Job | undefined> {
	const job = await unlessGone(async () => await getJob(client, jobId, options));
	return job && !isMarkedArchived(job) ? job : undefined;
}

/**
 * The requests that are named, or those of the job in the status that is. If one of those named is
 * missing, all are read: the service may take only one id, or refuse all because of one.
 */
export async function requestsAbout(
	client: Client,
	{ jobId, requestIds, statusCode, hasError }: Announced,
): Promise<ReadRequests | undefined> {
	let isWhole = true;
	const onOddEntries = () => (isWhole = false);
	const read = async (query: RequestQuery) =>
		await requestsUnlessArchived(client, jobId, query, { onOddEntries });
	if (requestIds.length > 0) {
		const byId = await unlessRefused(async () => await read({ ids: [...requestIds] }));
		if (byId && missingIds(requestIds, byId).length === 0) return { requests: byId, isWhole };
	}
	const isByStatus = requestIds.length === 0 && statusCode !== '' && !hasError;
	const all = await read(isByStatus ? { statuses: [statusCode] } : {});
	const isAbout = (request: TranslationRequest) =>
		requestIds.length > 0 || !hasError || request.hasError === true;
	return all && { requests: all.filter(isAbout), isWhole };
}

interface Collecting {
	onOddEntries?: () => void;
	/** With fewer, the filter by several statuses is doubted. If unknown, it is not used. */
	least?: number;
}

/**
 * A request that leaves a filtered list during paging can move others onto a page that was already
 * read. So a filtered list of several pages is read again without the filter. So is one with too
 * few requests: the service may take only one of the statuses.
 */
async function collectRequests(
	client: Client,
	jobId: string,
	query: RequestQuery,
	{ onOddEntries, least = Infinity }: Collecting = {},
): Promise<TranslationRequest[]> {
	const { statuses = [], ...unfiltered } = query;
	const readAll = async () => {
		const all = await toArray(listRequests(client, jobId, unfiltered, { onOddEntries }));
		return statuses.length === 0
			? all
			: all.filter(({ statusCode }) => statuses.includes(statusCode));
	};
	const isTrusted = statuses.length === 1 || least < Infinity;
	if (statuses.length === 0 || !isTrusted || isRefused(client, 'statusFilter'))
		return await readAll();
	let pageCount = 0;
	const found: TranslationRequest[] = [];
	for await (const request of listRequests(client, jobId, query, {
		onPage: (page) => (pageCount = page),
		onOddEntries,
	})) {
		if (pageCount > 1) break;
		found.push(request);
	}
	if (pageCount > 1) return await readAll();
	if (statuses.length === 1 || found.length >= least) return found;
	const all = await readAll();
	if (all.length > found.length) rememberRefusal(client, 'statusFilter');
	return all;
}

/** Undefined if the job was archived in the meantime. */
export async function requestsUnlessArchived(
	client: Client,
	jobId: string,
	query: RequestQuery,
	collecting?: Collecting,
): Promise<TranslationRequest[] | undefined> {
	try {
		return await collectRequests(client, jobId, query, collecting);
	} catch (error) {
		if (
			error instanceof OperationFailed &&
			(await isInArchive(client, await getJob(client, jobId)))
		)
			return undefined;
		throw asError(error);
	}
}
