import { isInArchive, isMarkedArchived } from '../api/archive';
import { isRefused, rememberRefusal } from '../api/guesses';
import { getJob } from '../api/jobs';
import { listRequests, type RequestQuery } from '../api/requests';
import type { Job, StatusUpdate, TranslationRequest } from '../api/resources';
import { Once } from '../core/caches';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { asError, unlessGone, unlessRefused } from '../http/errors';
import { toArray } from '../http/pages';

/** Reads each job once. Archived jobs count as missing, because their requests are locked. */
export class JobReader {
	private readonly jobs = new Once<Job | undefined>({ keepFailures: true });

	constructor(
		private readonly client: Client,
		private readonly options: { aggregate?: boolean } = {},
	) {}

	/** Undefined only if the job does not exist. Other refusals are thrown. */
	async read(jobId: string): Promise<Job | undefined> {
		return await this.jobs.get(jobId, async () => await this.readNow(jobId));
	}

	private async readNow(jobId: string): Promise<Job | undefined> {
		const job = await unlessGone(async () => await getJob(this.client, jobId, this.options));
		return job && !isMarkedArchived(job) ? job : undefined;
	}
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

export const ALL_REQUESTS = { requestIds: [], statusCode: '' };

/** The ids that an update or a callback names and that no request has. */
export const missingIds = (
	{ requestIds }: Pick<About, 'requestIds'>,
	requests: readonly TranslationRequest[],
): string[] => requestIds.filter((id) => !requests.some(({ requestId }) => requestId === id));

type About = Pick<StatusUpdate, 'requestIds' | 'statusCode' | 'hasError'>;

/** If an update names no requests, those of the job in its status. Undefined if archived. */
export async function requestsAbout(
	client: Client,
	jobId: string,
	{ requestIds, statusCode, hasError }: About,
	onOddEntries?: () => void,
): Promise<TranslationRequest[] | undefined> {
	const query =
		requestIds.length > 0
			? { ids: requestIds }
			: statusCode && !hasError
				? { statuses: [statusCode] }
				: {};
	const requests = await requestsUnlessArchived(client, jobId, query, { onOddEntries });
	return requestIds.length === 0 && hasError
		? requests?.filter((request) => request.hasError === true)
		: requests;
}

/**
 * Like `requestsAbout`, but empty if they are gone. What is missing is read twice, one of several
 * without its id: the service may take only one id, or refuse all because of one.
 */
export async function readRequestsOf(
	client: Client,
	jobId: string,
	about: About,
): Promise<TranslationRequest[]> {
	const isOneOfMany = about.requestIds.length > 1;
	const read = async (part: About) => await requestsAbout(client, jobId, part);
	const unlessNothing = isOneOfMany ? unlessRefused : unlessGone;
	const found = await unlessNothing(async () => await read(about));
	const requestIds = missingIds(about, found ?? []);
	if (requestIds.length === 0 || !(found || isOneOfMany)) return found ?? [];
	const others = isOneOfMany ? ALL_REQUESTS : about;
	const rest = (await unlessGone(async () => await read(others))) ?? [];
	return [...(found ?? []), ...rest.filter(({ requestId }) => requestIds.includes(requestId))];
}
