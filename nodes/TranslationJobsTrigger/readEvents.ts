import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { getSupportAsset, getTmUpdate, listSupportAssets, listTmUpdates } from '../api/jobFiles';
import { areAllDone, readCounts, sumOf, totalOf } from '../api/requestCounts';
import { countByStatus, type Job, type TranslationRequest } from '../api/resources';
import { BoundedMap } from '../core/caches';
import type { Client } from '../http/client';
import { unlessGone } from '../http/errors';
import { toArray } from '../http/pages';
import { serverMs } from '../rules/dates';
import {
	CANCELLED,
	DELIVERED,
	DONE,
	IN_REVIEW,
	IN_TRANSLATION,
	JOB_ORDER,
	KNOWN_REQUEST_STATUSES,
	SENT,
	SET_BY_PROVIDER,
} from '../rules/statuses';
import { type EventName, eventOfUpdate, isStillReady } from '../triggers/events';
import { type Filters, passesJob, passesRequest } from '../triggers/filters';
import { jobItem, requestItem } from '../triggers/item';
import { type Jobs, readBack, readJob, readRequests, requestsAbout } from '../triggers/readBack';
import type { CallbackPayload } from './callback';
import type { ListenerType } from './membership';
import { readTogether } from './sharedReads';

const JOB_STATUS_EVENTS: Record<string, EventName> = {
	[SENT]: 'jobSentToProvider',
	[IN_TRANSLATION]: 'jobInTranslation',
	[CANCELLED]: 'jobCancelled',
};
/** If a callback names no file, files this much older than the newest one count as new. */
const JUST_CREATED_MS = 10 * 60_000;
const MAX_REPORTED = 10_000;
/** The counts of a job may be so many requests behind. */
const MAX_LAG = 50;

/** When the requests of a job had changed last as it was reported as done, by webhook and job. */
const reported = new BoundedMap<number>({ maxEntries: MAX_REPORTED });

export interface Wanted {
	events: readonly EventName[];
	filters: Filters;
	key: string;
	/** When the callback arrived, see `nextMoment`. What is read must not be older. */
	since: number;
}

/** A part of what a callback may announce. Each is read by itself. */
export interface Part {
	events: EventName[];
	/** Returns no items if the service does not confirm it. */
	read(client: Client, hint: CallbackPayload, wanted: Wanted): Promise<INodeExecutionData[]>;
}

export function partsOf(type: ListenerType, hint: CallbackPayload): Part[] {
	const { about, statusCode, isError } = hint;
	if (about !== 'status') return [{ events: [FILES[about].event], read: readFileEvents }];
	if (type !== 'REQUEST_STATUS_UPDATED') {
		const event = JOB_STATUS_EVENTS[statusCode];
		return event ? [{ events: [event], read: readJobEvent }] : [];
	}
	// An error may show in the request alone.
	const events = [eventOfUpdate(statusCode, isError), 'requestError', 'otherStatus'] as const;
	const named: Part = { events: [...events], read: readNamedRequests };
	const mayBeLast = !isError && DONE.includes(statusCode);
	return mayBeLast ? [named, { events: ['allRequestsDone'], read: readAllDone }] : [named];
}

const originOf = (client: Client) => ({
	environment: client.session.environment,
	arrivedBy: 'listener' as const,
});

/** Callbacks share what is read: see `readTogether`. */
const sharedBy = (client: Client, since: number): Jobs => ({
	job: async (jobId) =>
		await readTogether(
			`${client.session.account} ${jobId}`,
			since,
			async () => await readJob(client, jobId),
		),
	requests: async ({ requestIds, ...announced }) => {
		const { jobId, statusCode, hasError } = announced;
		const which = requestIds.length > 0 ? 'by id' : `${statusCode} ${hasError}`;
		return await readTogether(
			`${client.session.account} ${jobId} requests ${which}`,
			since,
			async (ids) => await requestsAbout(client, { ...announced, requestIds: ids }),
			requestIds,
		);
	},
});

const readAllRequests = async (
	client: Client,
	jobId: string,
	since: number,
): Promise<TranslationRequest[]> =>
	await readTogether(
		`${client.session.account} ${jobId} all requests`,
		since,
		async () =>
			(await unlessGone(async () => await readRequests(client.forDecision(), jobId)))?.requests ??
			[],
	);

async function readNamedRequests(
	client: Client,
	hint: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const { isError: hasError, updateTime } = hint;
	const { events, filters, since } = wanted;
	const found = await readBack(sharedBy(client, since), { ...hint, hasError }, filters);
	if (found.is === 'gone' || found.is === 'filtered') return [];
	const { job } = found;
	return found.requests
		.filter((request) => passesRequest(filters, request))
		.flatMap((request) =>
			eventsOf(request, hint)
				.filter((event) => events.includes(event))
				.map((event) => requestItem(originOf(client), { event, job, request, updateTime })),
		);
}

/** What was announced, if the request confirms it, and what only the request shows. */
function eventsOf(request: TranslationRequest, hint: CallbackPayload): EventName[] {
	const events = isConfirmed(request, hint) ? [eventOfUpdate(hint.statusCode, hint.isError)] : [];
	if (request.hasError) events.push('requestError');
	// A known status gets a callback of its own.
	if (events.length === 0 && !KNOWN_REQUEST_STATUSES.includes(request.statusCode))
		events.push('otherStatus');
	return [...new Set(events)];
}

/**
 * A request that moved on gets another callback. But a quick provider may have delivered what was
 * announced as in translation: that is still true.
 */
function isConfirmed(
	{ hasError, statusCode: now }: TranslationRequest,
	{ isError, statusCode }: CallbackPayload,
): boolean {
	if (isError) return hasError === true;
	if (statusCode === IN_REVIEW && isStillReady(now)) return true;
	return now === statusCode || (statusCode === IN_TRANSLATION && DELIVERED.includes(now));
}

/** Mostly takes one call while a job is in progress. */
async function readAllDone(
	client: Client,
	{ jobId, requestIds }: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const { filters, key, since } = wanted;
	const job = await readTogether(
		`${client.session.account} ${jobId} with counts`,
		since,
		async () => await readJob(client, jobId, { aggregate: true }),
	);
	if (!job || !passesJob(filters, job)) return [];
	const shown = readCounts(job) ?? {};
	if (totalOf(shown) - sumOf(shown, DONE) > Math.max(MAX_LAG, requestIds.length)) return [];
	const requests = await readAllRequests(client, jobId, since);
	const counts = countByStatus(requests);
	if (!areAllDone(counts) || !rememberAllDone(`${key} ${jobId}`, requests)) return [];
	return [
		jobItem(originOf(client), {
			event: 'allRequestsDone',
			job,
			latestRequestModified: latestModified(requests),
			details: { requestCount: requests.length, counts },
		}),
	];
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
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const event = JOB_STATUS_EVENTS[statusCode]!;
	const job = await sharedBy(client, wanted.since).job(jobId);
	if (!job || !passesJob(wanted.filters, job) || !hasReached(job, statusCode)) return [];
	const requests = await readAllRequests(client, jobId, wanted.since);
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
		event: 'supportAssetCreated',
		idOf: ({ supportAssetId }: CallbackPayload) => supportAssetId,
		fileId: ({ supportassetId }: IDataObject) => supportassetId,
		get: getSupportAsset,
		list: listSupportAssets,
	},
	translationMemory: {
		event: 'translationMemoryCreated',
		idOf: ({ tmUpdateId }: CallbackPayload) => tmUpdateId,
		fileId: ({ tmupdateId }: IDataObject) => tmupdateId,
		get: getTmUpdate,
		list: listTmUpdates,
	},
} as const;

async function readFileEvents(
	client: Client,
	hint: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const { jobId, about } = hint;
	if (about === 'status') return [];
	const { event, idOf, fileId, get, list } = FILES[about];
	const job = await sharedBy(client, wanted.since).job(jobId);
	if (!job || !passesJob(wanted.filters, job)) return [];
	const id = idOf(hint);
	const read = async () =>
		id === undefined
			? justCreated(await toArray<IDataObject>(list(client, jobId)))
			: [await get(client, jobId, id)];
	const files = await readTogether(
		`${client.session.account} ${jobId} ${about} ${id}`,
		wanted.since,
		async () => await unlessGone<IDataObject[]>(read),
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
