import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { connectorIdentity } from '../../rules/connector';
import { isRecord } from '../../rules/isRecord';
import { type WireLabels, hasLabels, withLabels } from '../../rules/labels';
import { LIMITS } from '../../rules/limits';
import { serverMs } from '../../rules/time/serverTime';
import type { Client } from '../../transport/client';
import { isStatus, asError, unlessGone } from '../../transport/pipeline/errors';
import { itemsByPage } from '../../transport/pages';
import { EXPECTED } from '../answers';
import { refuseInProgress } from './inProgress';
import { guessing, guessingList } from '../guesses';
import { type JobFilter, filterExpression, filterTime, guessesIn, matchesFilter } from './jobFilter';
import { type Job, readJob } from '../resources';
import { reflects } from '../effects';
import { pollUntil } from '../pollUntil';
import { COMPLETED, CREATED, DELETABLE, SENDING, statusTitle } from '../../rules/statuses';
import { type Guess, NEWEST_CREATED, PATHS, QUERY, unsureFields } from '../wire';

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

/** The label by which a new job is told from all others, whatever the clocks say, if the answer to its creation is lost. */
const newCallLabel = (): string => `n8n-call-${randomUUID().slice(0, 18)}`;

export async function createJob(client: Client, fields: JobFields & { jobName: string }): Promise<Job> {
	const mark = newCallLabel();
	const body = { ...fields, ...identity(client), labels: withLabels(fields.labels, [mark]) };
	const findEffect = async (look: Client) => {
		for await (const job of newestJobs(look)) if (hasLabels(job.labels, [{ name: mark }])) return job;
		return undefined;
	};
	return readJob(await client.call<IDataObject>({ method: 'POST', path: PATHS.jobs, body, unsure: unsureFields(body), expects: EXPECTED.newJob, findEffect }));
}

/** So many of the newest jobs are looked at in any case: a date of the service may be wrong. */
const NEWEST_JOBS = 4 * LIMITS.pageSize;
const NEWEST_JOBS_MS = 3_600_000;

/** The jobs of the last hour by the dates that the service itself gives them; all of them where it does not keep to the order. */
async function* newestJobs(client: Client): AsyncGenerator<Job> {
	let count = 0;
	let newest = -Infinity;
	let last = Infinity;
	let isInOrder = true;
	for await (const job of listJobs(client, { orderBy: NEWEST_CREATED })) {
		yield job;
		const created = serverMs(job.createdDate);
		isInOrder &&= created !== undefined && created <= last;
		last = created ?? last;
		newest = Math.max(newest, last);
		count += 1;
		if (isInOrder && count >= NEWEST_JOBS && last < newest - NEWEST_JOBS_MS) return;
	}
}

/** Jobs that were created after a moment of the service's own clock; more where it ignores the filter. */
export async function* jobsCreatedAfter(client: Client, serviceMs: number, { archived = false } = {}): AsyncGenerator<Job> {
	const filter = { createdAfter: filterTime(serviceMs, 'Created After') };
	yield* listJobs(client, { archived, filter, orderBy: NEWEST_CREATED });
}

/** With `aggregate`, the counts as the service tells them, if it does; see withCounts. */
export async function getJob(client: Client, jobId: string, { aggregate = false } = {}): Promise<Job> {
	return await guessing(client, aggregate ? ['aggregateRequests'] : [], async (takes) =>
		readJob(
			await client.call<IDataObject>({
				method: 'GET',
				path: PATHS.job(jobId),
				query: { [QUERY.aggregate]: takes('aggregateRequests') || undefined },
				about: { jobId },
				expects: EXPECTED.job(jobId),
			}),
		),
	);
}

export interface JobQuery {
	archived?: boolean;
	filter?: JobFilter;
	orderBy?: string;
	aggregate?: boolean;
}

/** Filter, order and counts are wishes: whoever needs them checks what comes. */
export async function* listJobs(client: Client, query: JobQuery = {}): AsyncGenerator<Job> {
	for await (const page of listJobsByPage(client, query)) yield* page;
}

/** The same, a page at a time. */
export async function* listJobsByPage(client: Client, { archived, filter = {}, orderBy, aggregate }: JobQuery = {}): AsyncGenerator<Job[]> {
	const guesses: Guess[] = [...guessesIn(filter), ...(orderBy ? ['orderBy' as const] : []), ...(aggregate ? ['aggregateRequests' as const] : [])];
	yield* guessingList(client, guesses, (takes) => {
		const query = {
			[QUERY.filter]: filterExpression(filter, takes),
			[QUERY.orderBy]: takes('orderBy') ? orderBy : undefined,
			[QUERY.aggregate]: takes('aggregateRequests') || undefined,
		};
		return readJobs(itemsByPage<IDataObject>(client, { method: 'GET', path: archived ? PATHS.archivedJobs : PATHS.jobs, query, expects: EXPECTED.jobs }), archived);
	});
}

/** What stands in the list of archived jobs is archived, whether it says so or not. */
async function* readJobs(pages: AsyncIterable<IDataObject[]>, archived = false): AsyncGenerator<Job[]> {
	for await (const page of pages) yield page.map((raw) => readJob(archived ? { archived, ...raw } : raw));
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
	for await (const job of listJobs(client, { archived, filter, orderBy, aggregate })) {
		if (!matchesFilter(job, filter)) continue;
		if (compare && found.length > 0 && compare(found.at(-1)!, job) > 0) inOrder = false;
		found.push(job);
		if (inOrder && found.length >= limit) break;
	}
	return inOrder || !compare ? found : found.sort(compare).slice(0, limit);
}

/** Dates that are missing or unreadable count as in order. */
function byDate(field: string, descending: boolean) {
	// The date of archival comes under two names, and is read under the other one.
	const dateOf = (job: Job) => serverMs(field === 'estArchivalDate' ? job.estimatedArchivalDate : (job as Record<string, unknown>)[field]) ?? NaN;
	return (one: Job, other: Job) => {
		const difference = dateOf(one) - dateOf(other);
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
				unsure: unsureFields(body),
				about: { jobId },
				expects: EXPECTED.job(jobId),
				findEffect: async (look) => {
					const job = await getJob(look, jobId);
					return reflects(body, job) ? job : undefined;
				},
			}),
		);
	} catch (error) {
		if (isStatus(error, 400, 403, 409, 422)) {
			const statusCode = await statusOf(client, jobId);
			if (statusCode && statusCode !== CREATED) {
				throw new NodeOperationError(client.context.getNode(), `Job ${jobId} was submitted and can no longer be changed`, {
					description: `Its status is "${statusTitle(statusCode)}". Make a new job, or ask the provider about the change.`,
				});
			}
		}
		throw asError(client.context.getNode(), error);
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

/** A PUT that moves a job. An answer that does not show the job where it should be, or nothing at all, is no proof: the job itself decides. */
async function moveJob(client: Client, jobId: string, path: string, hasMoved: (job: Job) => boolean, body?: IDataObject): Promise<Job> {
	const findEffect = async (look: Client) => {
		const job = await getJob(look, jobId);
		return hasMoved(job) ? job : undefined;
	};
	const expects = EXPECTED.job(jobId, (raw) => hasMoved(readJob(raw)));
	return readJob(await client.call<IDataObject>({ method: 'PUT', path, body, about: { jobId }, expects, findEffect }));
}

export async function submitJob(client: Client, jobId: string, providerId: string): Promise<Job> {
	return await moveJob(client, jobId, PATHS.submit(jobId), ({ statusCode }) => statusCode !== CREATED, { providerId });
}

export async function completeJob(client: Client, jobId: string): Promise<Job> {
	return await moveJob(client, jobId, PATHS.complete(jobId), ({ statusCode }) => statusCode === COMPLETED);
}

export async function reopenJob(client: Client, jobId: string): Promise<Job> {
	return await moveJob(client, jobId, PATHS.reopen(jobId), ({ statusCode }) => statusCode !== COMPLETED);
}

/** Waits until a submitted job has been handed to its provider; large ones stay in SENDING for a while. */
export async function waitUntilSent(client: Client, jobId: string, limitMs: number): Promise<Job> {
	const read = async () => await getJob(client, jobId);
	return await pollUntil(client, { read, until: ({ statusCode }) => statusCode !== SENDING, limitMs, what: `Sending job ${jobId} to its provider` });
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
		expects: EXPECTED.jobOrNothing(jobId),
		findEffect: async (look) => ((await unlessGone(look.context.getNode(), async () => await getJob(look, jobId))) ? undefined : before),
	});
	return isRecord(answer) ? readJob({ ...before, ...answer }) : before;
}
