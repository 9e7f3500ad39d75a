import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../l10n/json';
import { sameName } from '../../l10n/names';
import { OperationFailed } from '../core/errors';
import { warn } from '../core/notices';
import type { Client, ServiceCall } from '../http/client';
import { asError, isStatus, unlessGone } from '../http/errors';
import { itemsByPage } from '../http/pages';
import { EffectUnclear } from '../http/retry';
import { connectorIdentity } from '../rules/connector';
import { serverMs } from '../rules/dates';
import {
	changeLabels,
	hasOurLabels,
	isOurLabel,
	type LabelPair,
	labelsToWire,
	readLabels,
	type WireLabels,
} from '../rules/labels';
import { LIMITS } from '../rules/limits';
import { isMadeBy, type KeyField, newId, withCall } from '../rules/runLabels';
import {
	COMPLETED,
	CREATED,
	DELETABLE,
	LISTED_STATUSES,
	SENDING,
	statusTitle,
} from '../rules/statuses';
import { forgetListedJobs } from './absence';
import { CALLS, EXPECTED } from './calls';
import { matchesSent, pollUntil } from './effects';
import { listWithFallbacks, withFallbacks, withMetadata } from './guesses';
import {
	filterExpression,
	filterTime,
	guessesIn,
	type JobFilter,
	matchesFilter,
} from './jobFilter';
import { type Job, readJob } from './resources';
import { type Guess, NEWEST_CREATED, QUERY, unconfirmedFields } from './wire';

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

/**
 * Whether runs of Send that differ in a field are different runs. Name, description and due date
 * often contain the time of the run. The order is that of digests at the service, so it stays.
 */
export const JOB_FIELDS = {
	poReference: { inRunKey: true },
	shouldQuote: { inRunKey: true },
	serviceType: { inRunKey: true },
	customData: { inRunKey: true },
	extendedMetadata: { inRunKey: true },
	labels: { inRunKey: true, isSet: true },
	jobName: { inRunKey: false },
	description: { inRunKey: false },
	dueDate: { inRunKey: false },
} satisfies Record<keyof JobFields, KeyField>;

export const connectorOf = (client: Client) =>
	connectorIdentity(client.session.connectorFingerprint, client.session.instanceId);

export async function createJob(
	client: Client,
	fields: JobFields & { jobName: string },
): Promise<Job> {
	const callId = newId();
	const body = { ...fields, ...connectorOf(client), labels: withCall(fields.labels, callId) };
	const create = async (sent: typeof body) =>
		await client.call<IDataObject>({
			...CALLS.createJob(),
			body: sent,
			unconfirmed: unconfirmedFields(body),
			findEffect: async (probe) => await findNewJob(probe, fields.jobName, callId),
			identity: fields,
		});
	const response = await withMetadata(client, body, create);
	forgetListedJobs(client);
	return readJob(response);
}

/** More jobs with one name are not read one by one. */
const MAX_READ = 5;

/**
 * A job of that name without any mark of ours may be the new one, unless the list shows that marks
 * come back.
 */
async function findNewJob(
	client: Client,
	jobName: string,
	callId: string,
): Promise<Job | undefined> {
	const unmarked: Job[] = [];
	let showsMarks = false;
	for await (const job of newestJobs(client)) {
		if (isMadeBy(job.labels, callId)) return job;
		if (hasOurLabels(job.labels)) showsMarks = true;
		else if (!job.jobName || sameName(job.jobName, jobName)) unmarked.push(job);
	}
	if (showsMarks) return undefined;
	if (unmarked.length > MAX_READ) throw new EffectUnclear();
	// A list may leave labels out that the job itself shows.
	const jobs: Job[] = [];
	for (const { jobId } of unmarked) jobs.push(await getJob(client, jobId));
	const found = jobs.find(({ labels }) => isMadeBy(labels, callId));
	if (!found && !jobs.every(({ labels }) => hasOurLabels(labels))) throw new EffectUnclear();
	return found;
}

/** At least this many jobs are read: a date of the service may be wrong. */
const NEWEST_JOBS = 4 * LIMITS.pageSize;
const NEWEST_JOBS_MS = 3_600_000;

/** The jobs of the last hour by the service's dates. All jobs, if it ignores the order. */
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

/** By the service's clock. Returns more if the service ignores the filter. */
export async function* jobsCreatedAfter(
	client: Client,
	serviceMs: number,
	{ archived = false } = {},
): AsyncGenerator<Job> {
	const filter = { createdAfter: filterTime(serviceMs, 'Created After') };
	yield* listJobs(client, { archived, filter, orderBy: NEWEST_CREATED });
}

/** With `aggregate`, asks for the counts; see withCounts. */
export async function getJob(
	client: Client,
	jobId: string,
	{ aggregate = false } = {},
): Promise<Job> {
	return await withFallbacks(client, aggregate ? ['aggregateRequests'] : [], async (supports) =>
		readJob(
			await client.call<IDataObject>({
				...CALLS.job(jobId),
				query: { [QUERY.aggregate]: supports('aggregateRequests') || undefined },
			}),
		),
	);
}

/** Undefined if it is gone for certain. */
export async function findJob(client: Client, jobId: string): Promise<Job | undefined> {
	forgetListedJobs(client);
	return await unlessGone(async () => await getJob(client, jobId));
}

export interface JobQuery {
	archived?: boolean;
	filter?: JobFilter;
	orderBy?: string;
	aggregate?: boolean;
}

/** The service may ignore filter, order and counts: the caller checks. */
export async function* listJobs(client: Client, query: JobQuery = {}): AsyncGenerator<Job> {
	for await (const page of listJobsByPage(client, query)) yield* page;
}

export async function* listJobsByPage(
	client: Client,
	{ archived, filter = {}, orderBy, aggregate }: JobQuery = {},
): AsyncGenerator<Job[]> {
	const guesses: Guess[] = [
		...guessesIn(filter),
		...(orderBy ? ['orderBy' as const] : []),
		...(aggregate ? ['aggregateRequests' as const] : []),
	];
	yield* listWithFallbacks(client, guesses, (supports) => {
		const query = {
			[QUERY.filter]: filterExpression(filter, supports),
			[QUERY.orderBy]: supports('orderBy') ? orderBy : undefined,
			[QUERY.aggregate]: supports('aggregateRequests') || undefined,
		};
		return readJobs(
			itemsByPage<IDataObject>(client, { ...CALLS.jobs({ archived }), query }),
			archived,
		);
	});
}

/** A job in the archive's list is archived, even if it does not say so. */
async function* readJobs(
	pages: AsyncIterable<IDataObject[]>,
	archived = false,
): AsyncGenerator<Job[]> {
	for await (const page of pages)
		yield page.map((raw) => readJob(archived ? { archived, ...raw } : raw));
}

export interface JobSearch {
	archived?: boolean;
	filter?: JobFilter;
	order?: { field: string; descending: boolean };
	aggregate?: boolean;
	saveCalls?: boolean;
}

/**
 * Checks filter and order on the response. If the service ignores the order, all jobs are read
 * first, unless calls are to be saved.
 */
export async function findJobs(
	client: Client,
	{ archived, filter = {}, order, aggregate, saveCalls = false }: JobSearch,
	limit: number,
): Promise<Job[]> {
	const orderBy = order && `${order.field} ${order.descending ? 'desc' : 'asc'}`;
	const compare = order && byDate(order.field, order.descending);
	const found: Job[] = [];
	let inOrder = true;
	let last: Job | undefined;
	if (limit <= 0) return found;
	// A whole page shows the order, also where only its first job is wanted.
	for await (const page of listJobsByPage(client, { archived, filter, orderBy, aggregate })) {
		for (const job of page) {
			if (compare && last && compare(last, job) > 0) inOrder = false;
			last = job;
			if (matchesFilter(job, filter)) found.push(job);
		}
		if ((inOrder || saveCalls) && found.length >= limit) break;
	}
	return (inOrder || !compare ? found : found.sort(compare)).slice(0, limit);
}

/** Missing or unreadable dates count as in order. */
function byDate(field: string, descending: boolean) {
	// readJob puts both spellings of this date under the other name.
	const dateOf = (job: Job) =>
		serverMs(
			field === 'estArchivalDate'
				? job.estimatedArchivalDate
				: (job as Record<string, unknown>)[field],
		) ?? NaN;
	return (one: Job, other: Job) => {
		const difference = dateOf(one) - dateOf(other);
		return Number.isNaN(difference) ? 0 : descending ? -difference : difference;
	};
}

/** A change by people: labels of theirs are replaced, ours stay. */
export async function updateJob(
	client: Client,
	jobId: string,
	{ labels, ...fields }: JobFields,
): Promise<Job> {
	if (labels === undefined) return await patchJob(client, jobId, fields);
	const isTheirs = (label: LabelPair) => !isOurLabel(label);
	const { labels: before } = await getJob(client, jobId);
	const theirs = readLabels(labels).filter(isTheirs);
	return await patchJob(client, jobId, {
		...fields,
		labels: hasOurLabels(before) ? changeLabels(before, isTheirs, theirs) : labelsToWire(theirs),
	});
}

/** Sends the fields as they are. */
export async function patchJob(client: Client, jobId: string, fields: JobFields): Promise<Job> {
	const body = { ...fields, ...connectorOf(client) };
	const patch = async (sent: typeof body) =>
		await client.call<IDataObject>({
			...CALLS.changeJob(jobId),
			body: sent,
			unconfirmed: unconfirmedFields(body),
			findEffect: async (probe) => {
				const job = await getJob(probe, jobId);
				return matchesSent(body, job) ? job : undefined;
			},
		});
	const change = async () => await withMetadata(client, body, patch);
	return readJob(await beforeSubmission(client, jobId, change));
}

const CLOSED = [
	'was submitted and can no longer be changed',
	'Make a new job, or ask the provider about the change. Send for Translation makes a job, adds the content and submits it.',
] as const;
const SUBMITTED = [
	'was submitted before',
	'There is nothing left to submit: get its translations with Collect Translations. To send the content again, e.g. to another provider, make a new job.',
] as const;

/** Makes a change that a submitted job does not allow. Says so if that is why it is refused. */
export async function beforeSubmission<T>(
	client: Client,
	jobId: string,
	change: () => Promise<T>,
	[problem, advice]: readonly [string, string] = CLOSED,
): Promise<T> {
	try {
		return await change();
	} catch (error) {
		if (!isStatus(error, 400, 403, 409, 422)) throw asError(error);
		// Only explains the refusal, so a failure does not matter.
		const job = await getJob(client, jobId).catch(() => undefined);
		if (!job?.statusCode || job.statusCode === CREATED) throw asError(error);
		throw failed(`Job ${jobId} ${problem}`, job.statusCode, advice);
	}
}

const failed = (message: string, statusCode: string, advice: string) =>
	new OperationFailed(message, `Its status is "${statusTitle(statusCode)}". ${advice}`);

/** A response that does not show the new status proves nothing: the job is read. */
async function moveJob(
	client: Client,
	jobId: string,
	call: ServiceCall<never>,
	hasMoved: (job: Job) => boolean,
	body?: IDataObject,
): Promise<Job> {
	const findEffect = async (probe: Client) => {
		const job = await getJob(probe, jobId);
		return hasMoved(job) ? job : undefined;
	};
	const expects = EXPECTED.job(jobId, (raw) => hasMoved(readJob(raw)));
	return readJob(await client.call<IDataObject>({ ...call, body, expects, findEffect }));
}

export async function submitJob(client: Client, jobId: string, providerId: string): Promise<Job> {
	const isSubmitted = ({ statusCode }: Job) => statusCode !== CREATED;
	const submit = async () =>
		await moveJob(client, jobId, CALLS.submit(jobId), isSubmitted, { providerId });
	return await beforeSubmission(client, jobId, submit, SUBMITTED);
}

export async function completeJob(client: Client, jobId: string): Promise<Job> {
	return await moveJob(
		client,
		jobId,
		CALLS.complete(jobId),
		({ statusCode }) => statusCode === COMPLETED,
	);
}

export async function reopenJob(client: Client, jobId: string): Promise<Job> {
	return await moveJob(
		client,
		jobId,
		CALLS.reopen(jobId),
		({ statusCode }) => statusCode !== COMPLETED,
	);
}

/**
 * Large jobs stay in SENDING for a while. A failed wait does not undo the submission, so it only
 * warns.
 */
export async function waitUntilSent(client: Client, submitted: Job, limitMs: number): Promise<Job> {
	const { jobId } = submitted;
	const read = async () => {
		const job = await getJob(client, jobId);
		return job.statusCode === SENDING ? undefined : job;
	};
	const what = `Sending job ${jobId} to its provider`;
	try {
		return await pollUntil(client, { read, limitMs, what });
	} catch (error) {
		warn(
			client.context,
			`Job ${jobId} was submitted, but the node could not see it reach the provider: ${asError(error).message}. The service continues. Check the job again later.`,
			{ jobId },
		);
		return submitted;
	}
}

/** Reads the status first: the service does not protect jobs in progress. */
export async function deleteJob(client: Client, jobId: string): Promise<Job> {
	const before = await getJob(client, jobId);
	refuseInProgress(
		`Job ${jobId}`,
		before.statusCode,
		DELETABLE.job,
		'The service has no way to cancel it from here. Ask the provider to cancel it, or complete it when you need no further translations.',
	);
	const response = await client.call<IDataObject | undefined>({
		...CALLS.deleteJob(jobId),
		findEffect: async (probe) =>
			(await unlessGone(async () => await getJob(probe, jobId))) ? undefined : before,
	});
	return isRecord(response) ? readJob({ ...before, ...response }) : before;
}

/**
 * The service relies on connectors not to delete work in progress. An unknown status may mean just
 * that.
 */
export function refuseInProgress(
	what: string,
	status: string,
	deletable: readonly string[],
	advice: string,
): void {
	if (deletable.includes(status)) return;
	const isKnown = LISTED_STATUSES.includes(status);
	const message = isKnown
		? `${what} is in progress and must not be deleted`
		: `${what} may be in progress and is not deleted`;
	const reason = isKnown
		? `Its status is "${statusTitle(status)}": a provider is working on it.`
		: `Its status is "${status}", which this node does not know. It deletes only what is ${deletable.map(statusTitle).join(', ')}.`;
	throw new OperationFailed(message, `${reason} ${advice}`);
}
