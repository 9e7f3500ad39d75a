import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { areAllDone, readCounts, type RequestCounts, sumOf, totalOf } from '../api/requestCounts';
import { countByStatus, type Job, type TranslationRequest } from '../api/resources';
import { getSupportAsset, listSupportAssets } from '../api/supportAssets';
import { getTmUpdate, listTmUpdates } from '../api/translationMemory';
import { Ledger } from '../core/ledger';
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
import { type Filters, mayConcernJob, passesJob, passesRequest } from '../triggers/filters';
import { jobItem, requestItem } from '../triggers/item';
import { JobReader, readRequestsOf, requestsUnlessArchived } from '../triggers/readJobsAndRequests';
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

/** When the requests of a job had changed last as it was reported as done, by webhook and job. */
const reported = new Ledger<number>({ maxEntries: MAX_REPORTED });
/** By account and job: how many requests are known to be done, and with how many they are listed again. */
const progress = new Ledger<{ done: number; next: number }>({ maxEntries: MAX_REPORTED });

interface Wanted {
	events: readonly EventName[];
	filters: Filters;
	key: string;
	/** When the callback arrived, see `nextMoment`. What is read must not be older. */
	since: number;
	/** Whose reads may be shared. */
	account: string;
	onUnread: OnUnread;
}

/** Called if only these events could not be read. */
export type OnUnread = (error: unknown, events: EventName[]) => void;

/** An error may show in the request alone. */
const requestEvents = ({ statusCode, isError }: CallbackPayload): EventName[] => [
	eventOfUpdate(statusCode, isError),
	'requestError',
	'otherStatus',
];

/** What a callback may turn out to be. */
export function possibleEvents(type: ListenerType, hint: CallbackPayload): EventName[] {
	const { about, statusCode, isError } = hint;
	if (about !== 'status') return [FILES[about].event];
	if (type !== 'REQUEST_STATUS_UPDATED') {
		const event = JOB_STATUS_EVENTS[statusCode];
		return event ? [event] : [];
	}
	const mayBeLast = !isError && DONE.includes(statusCode);
	return [...requestEvents(hint), ...(mayBeLast ? ['allRequestsDone' as const] : [])];
}

/** The Translations Ready Trigger finds what was delivered, whatever else is wrong with it. */
export function eventsNoPollBrings(type: ListenerType, hint: CallbackPayload): EventName[] {
	const events = possibleEvents(type, hint);
	return events.includes('translationReady')
		? events.filter((event) => event === 'allRequestsDone')
		: events;
}

/** Reads back what a callback announces. Returns no items if the service does not confirm it. */
export async function readEvents(
	client: Client,
	type: ListenerType,
	hint: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const isWanted = possibleEvents(type, hint).some((event) => wanted.events.includes(event));
	if (!isWanted || !mayConcernJob(wanted.filters, hint.jobId)) return [];
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
	const { isError, statusCode } = hint;
	const items = await readNamedRequests(client, hint, wanted);
	if (!wanted.events.includes('allRequestsDone') || isError || !DONE.includes(statusCode))
		return items;
	// This step comes last: once the event counts as reported, nothing may fail.
	try {
		return [...items, ...(await readAllDone(client, hint, wanted))];
	} catch (error) {
		wanted.onUnread(error, ['allRequestsDone']);
		return items;
	}
}

const readJob = async (
	client: Client,
	jobId: string,
	{ account, since }: Wanted,
	options: { aggregate?: boolean } = {},
): Promise<Job | undefined> =>
	await readTogether(
		`${account} ${jobId} ${options.aggregate}`,
		since,
		async () => await new JobReader(client, options).read(jobId),
	);

const listAll = async (client: Client, jobId: string): Promise<TranslationRequest[]> =>
	(await unlessGone(async () => await requestsUnlessArchived(client.forDecision(), jobId, {}))) ??
	[];

async function readNamedRequests(
	client: Client,
	hint: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const { jobId, isError, requestIds, statusCode, updateTime } = hint;
	const { account, events, filters, since } = wanted;
	if (!requestEvents(hint).some((event) => events.includes(event))) return [];
	const job = await readJob(client, jobId, wanted);
	if (!job || !passesJob(filters, job)) return [];
	const unnamed = requestIds.length > 0 ? 'by id' : `${statusCode} ${isError}`;
	const requests = await readTogether(
		`${account} ${jobId} requests ${unnamed}`,
		since,
		async (ids) =>
			await readRequestsOf(client, jobId, { requestIds: ids, statusCode, hasError: isError }),
		requestIds,
	);
	const named = new Set(requestIds);
	return requests
		.filter(
			(request) =>
				(named.size === 0 || named.has(request.requestId)) && passesRequest(filters, request),
		)
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

/**
 * The counts of a job may lag behind, or never change. So its requests are also listed if no more
 * are open than were just announced, or if fewer are done than callbacks have shown. Where that
 * is always so, it happens each time half of the rest is done.
 */
async function listIfDue(
	client: Client,
	jobId: string,
	shown: RequestCounts,
	ids: readonly string[],
): Promise<TranslationRequest[]> {
	const key = `${client.session.account} ${jobId}`;
	const { done, next } = progress.get(key) ?? { done: 0, next: 0 };
	const announced = Math.max(1, ids.length);
	const known = done + announced;
	progress.set(key, { done: known, next });
	const shownDone = sumOf(shown, DONE);
	const lags = shownDone < known && (known >= next || ids.length === 0);
	if (totalOf(shown) - shownDone > announced && !lags) return [];
	const requests = await listAll(client, jobId);
	const doneNow = sumOf(countByStatus(requests), DONE);
	progress.set(key, { done: doneNow, next: (doneNow + requests.length) / 2 });
	return requests;
}

/** Mostly takes one call while a job is in progress. */
async function readAllDone(
	client: Client,
	{ jobId, requestIds }: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const { account, filters, key, since } = wanted;
	const job = await readJob(client, jobId, wanted, { aggregate: true });
	if (!job || !passesJob(filters, job)) return [];
	const shown = readCounts(job) ?? {};
	const requests = await readTogether(
		`${account} ${jobId} ${JSON.stringify(shown)}`,
		since,
		async (ids) => await listIfDue(client, jobId, shown, ids),
		requestIds,
	);
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
	const job = await readJob(client, jobId, wanted);
	if (!job || !passesJob(wanted.filters, job) || !hasReached(job, statusCode)) return [];
	const requests = await readTogether(
		`${wanted.account} ${jobId} all requests`,
		wanted.since,
		async () => await listAll(client, jobId),
	);
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
	about: keyof typeof FILES,
	hint: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const { jobId } = hint;
	const { event, idOf, fileId, get, list } = FILES[about];
	const job = await readJob(client, jobId, wanted);
	if (!job || !passesJob(wanted.filters, job)) return [];
	const id = idOf(hint);
	const read = async () =>
		id === undefined
			? justCreated(await toArray<IDataObject>(list(client, jobId)))
			: [await get(client, jobId, id)];
	const files = await readTogether(
		`${wanted.account} ${jobId} ${about} ${id}`,
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
