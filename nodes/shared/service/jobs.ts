import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { connectorIdentity } from '../rules/connector';
import { toFilterTime } from '../rules/dates';
import type { WireLabels } from '../rules/labels';
import { serverMs } from '../rules/serverTime';
import { statusTitle } from '../rules/statusTitle';
import type { Client } from '../transport/client';
import { isGone, isStatus, passOn } from '../transport/errors';
import { pages } from '../transport/pages';
import type { ServiceCall } from '../transport/types';
import { refuseInProgress } from './inProgress';
import { type JobFilter, filterExpression, matchesFilter } from './jobFilter';
import { type Job, readJob } from './resources';
import { CLOCK_TOLERANCE_MS, mayBe, oneAtATime, reflects } from './takenEffect';
import { waitFor } from './waitFor';
import { COLLECTIONS, DELETABLE, NEWEST_CREATED, PATHS, QUERY } from './wire';

export interface JobFields {
	jobName?: string;
	description?: string;
	poReference?: string;
	dueDate?: string;
	customData?: unknown;
	shouldQuote?: boolean;
	serviceType?: string;
	extendedMetadata?: IDataObject;
	labels?: WireLabels;
}

const identity = (client: Client) => connectorIdentity(client.connectorFingerprint, client.instanceId);

export async function createJob(client: Client, fields: JobFields & { jobName: string }): Promise<Job> {
	const body = { ...fields, ...identity(client) };
	const create = async (made: readonly string[]) => {
		const startedAt = Date.now();
		const findEffect = async () => {
			for await (const job of jobsCreatedSince(client, startedAt - CLOCK_TOLERANCE_MS)) {
				if (!made.includes(job.jobId) && job.jobName === body.jobName && mayBe(body, job)) return job;
			}
			return undefined;
		};
		return readJob(await client.call<IDataObject>({ method: 'POST', path: PATHS.jobs, body, findEffect }));
	};
	return await oneAtATime(`${client.baseUrl} job ${JSON.stringify(body)}`, create, ({ jobId }) => [jobId]);
}

/** Jobs created since a moment of our own clock, also where the service ignores the filter. */
export async function* jobsCreatedSince(client: Client, localMs: number, { archived = false } = {}): AsyncGenerator<Job> {
	const filter = `createdDate gt '${toFilterTime(client.serverTime(localMs) - CLOCK_TOLERANCE_MS, 'Created After')}'`;
	for await (const job of listJobs(client, { archived, filter, orderBy: NEWEST_CREATED })) {
		// Asked for again: only after the first page is the service's clock known.
		if ((serverMs(job.createdDate) ?? Infinity) >= client.serverTime(localMs) - CLOCK_TOLERANCE_MS) yield job;
	}
}

export async function getJob(client: Client, jobId: string, { aggregate = false } = {}): Promise<Job> {
	return readJob(
		await client.call<IDataObject>({
			method: 'GET',
			path: PATHS.job(jobId),
			query: { [QUERY.aggregate]: aggregate || undefined },
			about: { jobId },
		}),
	);
}

export interface JobQuery {
	archived?: boolean;
	filter?: string;
	orderBy?: string;
	aggregate?: boolean;
}

export async function* listJobs(client: Client, { archived, filter, orderBy, aggregate }: JobQuery = {}): AsyncGenerator<Job> {
	const call: ServiceCall = {
		method: 'GET',
		path: archived ? PATHS.archivedJobs : PATHS.jobs,
		query: { [QUERY.filter]: filter || undefined, [QUERY.orderBy]: orderBy || undefined, [QUERY.aggregate]: aggregate || undefined },
	};
	for await (const raw of pages<IDataObject>(client, call, COLLECTIONS.jobs)) yield readJob(raw);
}

export interface JobSearch {
	archived?: boolean;
	filter?: JobFilter;
	order?: { field: string; descending: boolean };
	aggregate?: boolean;
}

/**
 * The first jobs that fit, in the wanted order. Filter and order are left to the service and checked on
 * what it answers: where it ignores the order, all jobs are read before the first ones are known.
 */
export async function findJobs(client: Client, { archived, filter = {}, order, aggregate }: JobSearch, limit: number): Promise<Job[]> {
	const orderBy = order && `${order.field} ${order.descending ? 'desc' : 'asc'}`;
	const compare = order && byDate(order.field, order.descending);
	const found: Job[] = [];
	let inOrder = true;
	if (limit <= 0) return found;
	for await (const job of listJobs(client, { archived, filter: filterExpression(filter), orderBy, aggregate })) {
		if (!matchesFilter(job, filter)) continue;
		if (compare && found.length > 0 && compare(found.at(-1)!, job) > 0) inOrder = false;
		found.push(job);
		if (inOrder && found.length >= limit) break;
	}
	return inOrder || !compare ? found : found.sort(compare).slice(0, limit);
}

/** Dates that are missing or unreadable count as in order. */
function byDate(field: string, descending: boolean) {
	return (one: Job, other: Job) => {
		const difference = (serverMs(one[field]) ?? NaN) - (serverMs(other[field]) ?? NaN);
		return Number.isNaN(difference) ? 0 : descending ? -difference : difference;
	};
}

export async function updateJob(client: Client, jobId: string, fields: JobFields): Promise<Job> {
	const body = { ...fields, ...identity(client) };
	try {
		return readJob(
			await client.call<IDataObject>({
				method: 'PATCH',
				path: PATHS.job(jobId),
				body,
				about: { jobId },
				findEffect: async () => {
					const job = await getJob(client, jobId);
					return reflects(body, job) ? job : undefined;
				},
			}),
		);
	} catch (error) {
		if (isStatus(error, 400, 403, 409, 422)) {
			const statusCode = await statusOf(client, jobId);
			if (statusCode && statusCode !== 'CREATED') {
				throw new NodeOperationError(client.context.getNode(), `Job ${jobId} was submitted and can no longer be changed`, {
					description: `Its status is "${statusTitle(statusCode)}". Make a new job, or ask the provider about the change.`,
				});
			}
		}
		throw passOn(client.context.getNode(), error);
	}
}

/** For explaining a refusal: if it cannot be found out, the refusal stands for itself. */
async function statusOf(client: Client, jobId: string): Promise<string | undefined> {
	try {
		return (await getJob(client, jobId)).statusCode;
	} catch {
		return undefined;
	}
}

/** A PUT without a body that moves a job; if its answer is lost and the repetition refused, the job's state decides. */
async function moveJob(client: Client, jobId: string, path: string, hasMoved: (job: Job) => boolean, body?: IDataObject): Promise<Job> {
	const findEffect = async () => {
		const job = await getJob(client, jobId);
		return hasMoved(job) ? job : undefined;
	};
	const answer = await client.call<IDataObject | '' | undefined>({ method: 'PUT', path, body, about: { jobId }, findEffect });
	// Some of these calls answer without a body.
	return answer && typeof answer === 'object' && Object.keys(answer).length > 0 ? readJob(answer) : await getJob(client, jobId);
}

export async function submitJob(client: Client, jobId: string, providerId: string): Promise<Job> {
	return await moveJob(client, jobId, PATHS.submit(jobId), ({ statusCode }) => statusCode !== 'CREATED', { providerId });
}

export async function completeJob(client: Client, jobId: string): Promise<Job> {
	return await moveJob(client, jobId, PATHS.complete(jobId), ({ statusCode }) => statusCode === 'COMPLETED');
}

export async function reopenJob(client: Client, jobId: string): Promise<Job> {
	return await moveJob(client, jobId, PATHS.reopen(jobId), ({ statusCode }) => statusCode === 'IN_TRANSLATION');
}

export function isArchived(job: Job): boolean {
	return job.archived === true || job.archiveStatus === 'ARCHIVED';
}

export async function archiveJob(client: Client, jobId: string): Promise<Job> {
	return await moveJob(client, jobId, PATHS.archive(jobId), isArchived);
}

export async function unarchiveJob(client: Client, jobId: string): Promise<Job> {
	return await moveJob(client, jobId, PATHS.unarchive(jobId), (job) => !isArchived(job));
}

/** Waits until a submitted job has been handed to its provider; large ones stay in SENDING for a while. */
export async function waitUntilSent(client: Client, jobId: string, limitMs: number): Promise<Job> {
	const read = async () => await getJob(client, jobId);
	return await waitFor(client, { read, until: ({ statusCode }) => statusCode !== 'SENDING', limitMs, what: `Sending job ${jobId} to its provider` });
}

export async function waitUntilArchived(client: Client, jobId: string, archived: boolean, limitMs: number): Promise<Job> {
	const read = async () => await getJob(client, jobId);
	const what = `${archived ? 'Archiving' : 'Unarchiving'} job ${jobId}`;
	const isUnderWay = ({ archiveStatus }: Job) => archiveStatus?.endsWith('ING') === true;
	return await waitFor(client, { read, until: (job) => isArchived(job) === archived && !isUnderWay(job), limitMs, what });
}

/** Deletes a job that is not in progress; the state is read first, because the service relies on its connectors for that. */
export async function deleteJob(client: Client, jobId: string): Promise<Job> {
	const before = await getJob(client, jobId);
	refuseInProgress(
		client,
		`Job ${jobId}`,
		before.statusCode,
		DELETABLE.job,
		'The service has no way to cancel it from here. Ask the provider to cancel it, or complete it when you need no further translations.',
	);
	const answer = await client.call<IDataObject | undefined>({
		method: 'DELETE',
		path: PATHS.job(jobId),
		about: { jobId },
		findEffect: async () => ((await jobExists(client, jobId)) ? undefined : before),
	});
	return answer && typeof answer === 'object' ? readJob({ ...before, ...answer }) : before;
}

async function jobExists(client: Client, jobId: string): Promise<boolean> {
	try {
		await getJob(client, jobId);
		return true;
	} catch (error) {
		if (isGone(error)) return false;
		throw passOn(client.context.getNode(), error);
	}
}
