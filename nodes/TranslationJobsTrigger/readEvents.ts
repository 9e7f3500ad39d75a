import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { areAllDone, readCounts } from '../api/requestCounts';
import { countByStatus, type Job, type TranslationRequest } from '../api/resources';
import { getSupportAsset, listSupportAssets } from '../api/supportAssets';
import { getTmUpdate, listTmUpdates } from '../api/translationMemory';
import { BoundedMap, KeyedQueue } from '../core/caches';
import { now, wait } from '../core/clock';
import { Ledger } from '../core/ledger';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { toArray } from '../http/pages';
import { serverMs } from '../rules/dates';
import {
	CANCELLED,
	DELIVERED,
	DONE,
	IN_REVIEW,
	IN_TRANSLATION,
	JOB_ORDER,
	SENT,
	SET_BY_PROVIDER,
} from '../rules/statuses';
import { type EventName, eventOfUpdate, isStillReady } from '../triggers/events';
import { type Filters, mayConcernJob, passesJob, passesRequest } from '../triggers/filters';
import { jobItem, requestItem } from '../triggers/item';
import {
	ifReadable,
	JobReader,
	readRequestsOf,
	requestsIfReadable,
} from '../triggers/readJobsAndRequests';
import type { CallbackPayload } from './callback';
import type { ListenerType } from './membership';

const JOB_STATUS_EVENTS: Record<string, EventName> = {
	[SENT]: 'jobSentToProvider',
	[IN_TRANSLATION]: 'jobInTranslation',
	[CANCELLED]: 'jobCancelled',
};
/** If a callback names no file, files this much older than the newest one count as new. */
const JUST_CREATED_MS = 10 * 60_000;
const MAX_REPORTED = 10_000;

/** When the requests of a job had changed last as it was reported as done, by webhook and job. */
const reported = new Ledger<number>({ maxEntries: MAX_REPORTED });

interface Wanted {
	events: readonly EventName[];
	filters: Filters;
	key: string;
}

/** Reads back what a callback announces. Returns no items if the service does not confirm it. */
export async function readEvents(
	client: Client,
	type: ListenerType,
	hint: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	if (!mayConcernJob(wanted.filters, hint.jobId)) return [];
	if (hint.about !== 'status') return await readFileEvents(client, hint.about, hint, wanted);
	return type === 'REQUEST_STATUS_UPDATED'
		? await readRequestEvents(client, hint, wanted)
		: await readJobEvent(client, hint, wanted);
}

const originOf = (client: Client) => ({
	environment: client.session.environment,
	arrivedBy: 'listener' as const,
});

async function readRequestEvents(
	client: Client,
	hint: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const { jobId, isError, statusCode } = hint;
	const items = await readNamedRequests(client, hint, wanted);
	if (!wanted.events.includes('allRequestsDone') || isError || !DONE.includes(statusCode))
		return items;
	// This step comes last: once the event counts as reported, nothing may fail.
	try {
		const finish = await coalesce(
			`${wanted.key} ${jobId}`,
			async () => await readAllDone(client, jobId, wanted),
		);
		return finish ? [...items, finish] : items;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		logOf(client.context).error(
			`Translation Jobs: could not read whether all requests of job ${jobId} are done: ${reason}`,
			{ jobId },
		);
		return items;
	}
}

/** Callbacks of one job come in bursts: one read of the job serves them. */
const readJob = async (client: Client, jobId: string, key: string): Promise<Job | undefined> =>
	await readTogether(`${key} ${jobId} itself`, async () => await new JobReader(client).read(jobId));

async function readNamedRequests(
	client: Client,
	hint: CallbackPayload,
	{ events, filters, key }: Wanted,
): Promise<INodeExecutionData[]> {
	const { jobId, isError } = hint;
	const event = eventOfUpdate(hint.statusCode, isError);
	if (!events.includes(event)) return [];
	const job = await readJob(client, jobId, key);
	if (!job || !passesJob(filters, job)) return [];
	const requests = await readRequestsOf(client, jobId, { ...hint, hasError: isError });
	return requests
		.filter(
			(request) =>
				passesRequest(filters, request) &&
				(matchesHint(request, hint) || hasMovedPast(request, hint)),
		)
		.map((request) =>
			requestItem(originOf(client), { event, job, request, updateTime: hint.updateTime }),
		);
}

/** A request that moved on gets another callback. */
function matchesHint(
	{ hasError, statusCode: now }: TranslationRequest,
	{ isError, statusCode }: CallbackPayload,
): boolean {
	if (isError) return hasError === true;
	return now === statusCode || (statusCode === IN_REVIEW && isStillReady(now));
}

/** A quick provider may have delivered what was announced as in translation. It is still true. */
function hasMovedPast(
	{ statusCode: now }: TranslationRequest,
	{ isError, statusCode }: CallbackPayload,
): boolean {
	return !isError && statusCode === IN_TRANSLATION && DELIVERED.includes(now);
}

/** Takes one call while a job is in progress. Reads all requests only when they are done. */
async function readAllDone(
	client: Client,
	jobId: string,
	{ filters, key }: Wanted,
): Promise<INodeExecutionData | undefined> {
	const job = await new JobReader(client, { aggregate: true }).read(jobId);
	if (!job || !passesJob(filters, job)) return undefined;
	const shown = readCounts(job);
	if (shown && !areAllDone(shown)) return undefined;
	const requests = await requestsIfReadable(client.forDecision(), jobId, {});
	const counts = requests && countByStatus(requests);
	if (!counts || !areAllDone(counts) || !rememberAllDone(`${key} ${jobId}`, requests))
		return undefined;
	const details = { requestCount: requests.length, counts };
	return jobItem(originOf(client), {
		event: 'allRequestsDone',
		job,
		latestRequestModified: latestModified(requests),
		details,
	});
}

const latestMs = (requests: readonly TranslationRequest[]): number =>
	serverMs(latestModified(requests)) ?? -Infinity;

/**
 * Records that a job is reported as done. Returns false if it was reported before and the provider
 * has done nothing since. Approving changes a request too, so a read after the approval would
 * report the job again, under another key.
 */
function rememberAllDone(key: string, requests: readonly TranslationRequest[]): boolean {
	const before = reported.get(key);
	const byProvider = requests.filter(({ statusCode }) => SET_BY_PROVIDER.includes(statusCode));
	if (before !== undefined && latestMs(byProvider) <= before) return false;
	const now = latestMs(requests);
	// Without dates nothing can be compared, but then the key stays the same.
	if (now > -Infinity) reported.set(key, now);
	else reported.delete(key);
	return true;
}

function latestModified(requests: ReadonlyArray<{ modifiedDate?: string }>): string | undefined {
	const dated = requests.flatMap(({ modifiedDate }) =>
		modifiedDate ? [{ modifiedDate, ms: serverMs(modifiedDate) ?? 0 }] : [],
	);
	return dated.sort((a, b) => b.ms - a.ms)[0]?.modifiedDate;
}

async function readJobEvent(
	client: Client,
	{ jobId, statusCode }: CallbackPayload,
	{ events, filters, key }: Wanted,
): Promise<INodeExecutionData[]> {
	const event = JOB_STATUS_EVENTS[statusCode];
	if (!event || !events.includes(event)) return [];
	const job = await readJob(client, jobId, key);
	if (!job || !passesJob(filters, job) || !hasReached(job, statusCode)) return [];
	const requests = (await requestsIfReadable(client, jobId, {})) ?? [];
	return [
		jobItem(originOf(client), { event, job, latestRequestModified: latestModified(requests) }),
	];
}

/** A job moves on quickly: announced as sent, it may be in translation when it is read. */
function hasReached(job: Job, announced: string): boolean {
	if (job.statusCode === announced) return true;
	return (
		JOB_ORDER.includes(announced) &&
		JOB_ORDER.indexOf(job.statusCode) > JOB_ORDER.indexOf(announced)
	);
}

/** How to read the two kinds of files that callbacks announce. */
const FILES = {
	supportAsset: {
		what: 'a support asset',
		event: 'supportAssetCreated',
		idOf: ({ supportAssetId }: CallbackPayload) => supportAssetId,
		fileId: ({ supportassetId }: IDataObject) => supportassetId,
		get: getSupportAsset,
		list: listSupportAssets,
	},
	translationMemory: {
		what: 'a translation memory update',
		event: 'translationMemoryCreated',
		idOf: ({ tmUpdateId }: CallbackPayload) => tmUpdateId,
		fileId: ({ tmupdateId }: IDataObject) => tmupdateId,
		get: getTmUpdate,
		list: listTmUpdates,
	},
} as const;

async function readFileEvents(
	client: Client,
	about: keyof typeof FILES,
	hint: CallbackPayload,
	{ events, filters, key }: Wanted,
): Promise<INodeExecutionData[]> {
	const { jobId } = hint;
	const { what, event, idOf, fileId, get, list } = FILES[about];
	if (!events.includes(event)) return [];
	const job = await readJob(client, jobId, key);
	if (!job || !passesJob(filters, job)) return [];
	const id = idOf(hint);
	const files = await ifReadable<IDataObject[]>(client, `${what} of job ${jobId}`, async () =>
		id === undefined
			? justCreated(await toArray<IDataObject>(list(client, jobId)))
			: [await get(client, jobId, id)],
	);
	return (files ?? []).map((file) =>
		jobItem(originOf(client), {
			event,
			job,
			// A file is created once, so its id takes the place of a time.
			latestRequestModified: String(fileId(file) ?? ''),
			details: { [about]: file },
		}),
	);
}

/** The newest file and those created shortly before it. Compares only dates of the same clock. */
function justCreated(files: IDataObject[]): IDataObject[] {
	const newest = Math.max(
		-Infinity,
		...files.map(({ createdDate }) => serverMs(createdDate) ?? -Infinity),
	);
	return files.filter(
		({ createdDate }) => (serverMs(createdDate) ?? Infinity) >= newest - JUST_CREATED_MS,
	);
}

/** Callbacks of one job come in bursts, so a job is read at most once in this time. */
const SPACING_MS = 1_000;
const MAX_JOBS = 10_000;

const reads = new KeyedQueue();
const startedAt = new BoundedMap<number>({ maxEntries: MAX_JOBS, maxAgeMs: SPACING_MS });
/** Reads that have not begun. */
const waiting = new Map<string, Promise<unknown>>();

/**
 * Reads something of a job for a callback. During or shortly after another read, callbacks wait for
 * the next one together: it begins after all of them, so it covers them.
 */
async function readTogether<T>(key: string, read: () => Promise<T>): Promise<T> {
	const joined = waiting.get(key) as Promise<T> | undefined;
	if (joined) return await joined;
	const next = reads.run(key, async () => {
		const last = startedAt.get(key, now());
		if (last !== undefined) await wait(Math.max(0, last + SPACING_MS - now()));
		waiting.delete(key);
		startedAt.set(key, now(), now());
		return await read();
	});
	waiting.set(key, next);
	return await next;
}

/** The same, but only the callback that began to wait gets the result. */
async function coalesce<T>(key: string, read: () => Promise<T>): Promise<T | undefined> {
	return waiting.has(key) ? undefined : await readTogether(key, read);
}
