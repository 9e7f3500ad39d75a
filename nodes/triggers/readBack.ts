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
 * missing, all are read: the service may take only one id, or refuse all because of one. A filter by
 * status could hide one: the service may take only one status, and pages move as requests leave.
 */
export async function requestsAbout(
	client: Client,
	{ jobId, requestIds, statusCode, hasError }: Announced,
): Promise<ReadRequests | undefined> {
	if (requestIds.length > 0) {
		const byId = await unlessRefused(
			async () => await readRequests(client, jobId, { ids: [...requestIds] }),
		);
		if (byId && missingIds(requestIds, byId.requests).length === 0) return byId;
	}
	const all = await readRequests(client, jobId);
	const isAbout = (request: TranslationRequest) => {
		if (requestIds.length > 0) return true;
		return hasError ? request.hasError === true : ['', request.statusCode].includes(statusCode);
	};
	return all && { ...all, requests: all.requests.filter(isAbout) };
}

/** Undefined if the job was archived in the meantime. */
export async function readRequests(
	client: Client,
	jobId: string,
	query: RequestQuery = {},
	goOn?: () => boolean,
): Promise<ReadRequests | undefined> {
	let isWhole = true;
	const onOddEntries = () => (isWhole = false);
	try {
		return {
			requests: await toArray(listRequests(client, jobId, query, { onOddEntries, goOn })),
			isWhole,
		};
	} catch (error) {
		if (
			error instanceof OperationFailed &&
			(await isInArchive(client, await getJob(client, jobId)))
		)
			return undefined;
		throw asError(error);
	}
}

/**
 * Those in one of these statuses. A filtered list is enough if it is a single page and shows as many
 * as the counts say: the service may take only one status, and pages move as requests leave.
 */
export async function readInStatus(
	client: Client,
	jobId: string,
	statuses: string[],
	least?: number,
): Promise<ReadRequests | undefined> {
	let filtered: ReadRequests | undefined;
	let isSinglePage = true;
	if (least !== undefined && !isRefused(client, 'statusFilter')) {
		filtered = await readRequests(client, jobId, { statuses }, () => (isSinglePage = false));
		if (!filtered || (isSinglePage && filtered.requests.length >= least)) return filtered;
	}
	const all = await readRequests(client, jobId);
	const requests = all?.requests.filter(({ statusCode }) => statuses.includes(statusCode)) ?? [];
	if (filtered && isSinglePage && requests.length > filtered.requests.length)
		rememberRefusal(client, 'statusFilter');
	return all && { ...all, requests };
}
