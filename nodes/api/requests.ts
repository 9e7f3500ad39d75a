import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../l10n/json';
import { sameCode } from '../../l10n/languageTags';
import { sameName } from '../../l10n/names';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { asError, isReadRefused } from '../http/errors';
import { readList } from '../http/expected';
import { eachItem, type PageOptions, toArray } from '../http/pages';
import type { KeyField } from '../rules/runLabels';
import { DELETABLE } from '../rules/statuses';
import { isInArchive } from './archive';
import { CALLS, EXPECTED } from './calls';
import { matchesSent } from './effects';
import { listWithFallbacks, type Supports, withFallbacks, withMetadata } from './guesses';
import { getJob, refuseInProgress } from './jobs';
import { type KeyValue, readRequest, type TranslationRequest } from './resources';
import { type Guess, INLINE_TEXTS, QUERY, unconfirmedFields } from './wire';

/** An uploaded file or stored key/value content, for one or more languages. */
export interface NewRequests {
	requestName: string;
	sourceNativeId?: string;
	sourceNativeLanguageCode: string;
	targetNativeLanguageCodes: string[];
	targetNativeIds?: string[];
	fmsFileId?: string;
	sourcecontentId?: string;
	[INLINE_TEXTS]?: KeyValue[];
	wordCount?: number;
	extendedMetadata?: IDataObject;
}

/** What a request has apart from its content. */
export type RequestDetails = Omit<
	NewRequests,
	'fmsFileId' | 'sourcecontentId' | typeof INLINE_TEXTS
>;

/**
 * Whether a field belongs to the run key of Send, and its name in a request that is read. Content
 * counts by its own digest. The order is that of digests at the service, so it stays.
 */
export const REQUEST_FIELDS = {
	requestName: { inRunKey: true, readAs: 'requestName' },
	sourceNativeId: { inRunKey: true, readAs: 'sourceNativeId' },
	sourceNativeLanguageCode: { inRunKey: true, readAs: 'sourceNativeLanguageCode' },
	targetNativeLanguageCodes: {
		inRunKey: true,
		isSet: true,
		readAs: 'targetNativeLanguageCode',
	},
	extendedMetadata: { inRunKey: true, readAs: 'extendedMetadata' },
	targetNativeIds: { inRunKey: false, readAs: 'targetNativeId' },
	wordCount: { inRunKey: false, readAs: 'wordCount' },
	fmsFileId: { inRunKey: false, readAs: 'fileId' },
	sourcecontentId: { inRunKey: false, readAs: 'sourceContentId' },
	[INLINE_TEXTS]: { inRunKey: false, readAs: INLINE_TEXTS },
} satisfies Record<keyof NewRequests, KeyField & { readAs: string }>;

export async function getRequest(
	client: Client,
	jobId: string,
	requestId: string,
): Promise<TranslationRequest> {
	return await explainArchived(client, jobId, async () =>
		readRequest(await client.call<IDataObject>(CALLS.request(jobId, requestId)), jobId),
	);
}

export interface RequestQuery {
	ids?: string[];
	statuses?: string[];
	targets?: string[];
	sourceIds?: string[];
}

/** More would not fit into an address. */
const IDS_PER_CALL = 50;

type ListOptions = Pick<PageOptions, 'goOn' | 'onOddEntries'>;

/** Filters the response as well, in case the service ignores filters. */
export async function* listRequests(
	client: Client,
	jobId: string,
	query: RequestQuery = {},
	options: ListOptions = {},
): AsyncGenerator<TranslationRequest> {
	const guesses: Guess[] = [
		...(query.statuses?.length ? ['statusFilter' as const] : []),
		...((query.ids?.length ?? 0) > 1 ? ['requestIds' as const] : []),
	];
	const listed = listWithFallbacks(client, guesses, (supports) =>
		requestsOf(client, jobId, query, supports, options),
	);
	const { sourceIds = [] } = query;
	yield* sourceIds.length > 0 ? bySourceId(client, listed, sourceIds) : listed;
}

async function* requestsOf(
	client: Client,
	jobId: string,
	{ ids = [], statuses = [], targets = [] }: RequestQuery,
	supports: Supports,
	options: ListOptions,
): AsyncGenerator<TranslationRequest> {
	const wantedIds = new Set(ids);
	const seen = new Set<string>();
	for (const group of ids.length === 1 || supports('requestIds') ? inGroups(ids) : [undefined]) {
		if (group?.every((id) => seen.has(id))) continue;
		const call = {
			...CALLS.requests(jobId, group),
			query: {
				[QUERY.requestId]: group,
				[QUERY.status]: statuses.length > 0 && supports('statusFilter') ? statuses : undefined,
			},
		};
		for await (const raw of explained(
			client,
			jobId,
			eachItem<IDataObject>(client, call, options),
		)) {
			const request = readRequest(raw, jobId);
			const isWanted =
				(ids.length === 0 || wantedIds.has(request.requestId)) &&
				(statuses.length === 0 || statuses.includes(request.statusCode)) &&
				(targets.length === 0 ||
					targets.some((target) => sameCode(request.targetNativeLanguageCode, target)));
			// Pages overlap if requests are added or deleted meanwhile.
			if (!isWanted || seen.has(request.requestId)) continue;
			seen.add(request.requestId);
			yield request;
		}
	}
}

const inGroups = (ids: string[]) =>
	Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, i) =>
		ids.slice(i * IDS_PER_CALL, (i + 1) * IDS_PER_CALL),
	);

/** The service's own message does not say that the job is archived. */
async function explainArchived<T>(
	client: Client,
	jobId: string,
	read: () => Promise<T>,
): Promise<T> {
	try {
		return await read();
	} catch (error) {
		throw isReadRefused(error) && (await isArchivedNow(client, jobId))
			? lockedByArchive(jobId)
			: asError(error);
	}
}

const lockedByArchive = (jobId: string) =>
	new OperationFailed(
		`Job ${jobId} is archived, so its requests cannot be read`,
		"Unarchive the job first (operation 'Unarchive', with 'Wait Until Done'), then try again.",
	);

export async function* explained<T>(
	client: Client,
	jobId: string,
	items: AsyncGenerator<T>,
): AsyncGenerator<T> {
	for (;;) {
		const next = await explainArchived(client, jobId, async () => await items.next());
		if (next.done) return;
		yield next.value;
	}
}

async function isArchivedNow(client: Client, jobId: string): Promise<boolean> {
	try {
		return await isInArchive(client, await getJob(client, jobId));
	} catch {
		return false;
	}
}

export type RequestFields = Partial<
	Omit<NewRequests, 'targetNativeLanguageCodes' | 'targetNativeIds' | 'wordCount'>
> & { targetNativeLanguageCode?: string };

export async function updateRequest(
	client: Client,
	jobId: string,
	requestId: string,
	fields: RequestFields,
): Promise<TranslationRequest> {
	const patch = async (body: RequestFields) =>
		await client.call<IDataObject>({
			...CALLS.changeRequest(jobId, requestId),
			body,
			unconfirmed: unconfirmedFields(fields),
			findEffect: async (probe) => {
				const request = await getRequest(probe, jobId, requestId);
				return matchesSent(readBack(fields), request) ? request : undefined;
			},
		});
	return readRequest(await withMetadata(client, fields, patch), jobId);
}

/** Some fields are read under other names than they are sent. */
function readBack({ targetNativeLanguageCode, ...fields }: RequestFields): IDataObject {
	const names = Object.keys(fields) as Array<keyof typeof fields>;
	return {
		targetNativeLanguageCode,
		...Object.fromEntries(names.map((name) => [REQUEST_FIELDS[name].readAs, fields[name]])),
	};
}

export async function updateRequests(
	client: Client,
	jobId: string,
	requestIds: string[],
	fields: RequestFields,
): Promise<TranslationRequest[]> {
	return await withFallbacks(client, ['patchRequests'], async (supports) =>
		supports('patchRequests')
			? await updateTogether(client, jobId, requestIds, fields)
			: await updateOneByOne(client, jobId, requestIds, fields),
	);
}

/** Changes nothing unless all of them exist. */
async function updateOneByOne(
	client: Client,
	jobId: string,
	requestIds: string[],
	fields: RequestFields,
): Promise<TranslationRequest[]> {
	const present = await toArray(listRequests(client.forDecision(), jobId, { ids: requestIds }));
	const missing = requestIds.filter((id) => !isAll([id], present));
	if (missing.length > 0) {
		throw new OperationFailed(
			`Job ${jobId} has no request ${missing.join(', ')}`,
			'Nothing was changed. Check the request ids.',
		);
	}
	const updated: TranslationRequest[] = [];
	for (const requestId of requestIds)
		updated.push(await updateRequest(client, jobId, requestId, fields));
	return updated;
}

async function updateTogether(
	client: Client,
	jobId: string,
	requestIds: string[],
	fields: RequestFields,
): Promise<TranslationRequest[]> {
	const isDone = (requests: readonly TranslationRequest[]) =>
		isAll(requestIds, requests) &&
		requests.every((request) => matchesSent(readBack(fields), request));
	const findEffect = async (probe: Client) => {
		const requests = await toArray(listRequests(probe, jobId, { ids: requestIds }));
		return isDone(requests) ? requests : undefined;
	};
	const patch = async (body: RequestFields) =>
		await client.call<unknown>({
			...CALLS.changeRequests(jobId, requestIds),
			body: { requestIds, ...body },
			findEffect,
		});
	const requests = readRequests(await withMetadata(client, fields, patch), jobId);
	if (isDone(requests)) return requests;
	const now = await toArray(listRequests(client, jobId, { ids: requestIds }));
	if (isDone(now)) return now;
	// The service may not know this call, and answer it all the same.
	if (isAll(requestIds, now)) return await updateOneByOne(client, jobId, requestIds, fields);
	throw new OperationFailed(
		`The service did not change all ${requestIds.length} requests`,
		'Get the requests of the job to see which of them have changed, then run this again: changing a request to the same values twice does no harm.',
	);
}

export const readRequests = (response: unknown, jobId: string): TranslationRequest[] =>
	(readList(response, EXPECTED.requests(jobId)) ?? []).map((raw) => readRequest(raw, jobId));

export const isAll = (
	requestIds: readonly string[],
	requests: readonly TranslationRequest[],
): boolean => requestIds.every((id) => requests.some(({ requestId }) => requestId === id));

export async function deleteRequest(
	client: Client,
	jobId: string,
	requestId: string,
): Promise<TranslationRequest> {
	const before = await getRequest(client, jobId, requestId);
	refuseInProgress(
		`Request ${requestId}`,
		before.statusCode,
		DELETABLE.request,
		'Ask the provider to cancel it.',
	);
	const isThere = async (probe: Client) => {
		for await (const request of listRequests(probe, jobId))
			if (request.requestId === requestId) return true;
		return false;
	};
	const response = await client.call<IDataObject | undefined>({
		...CALLS.deleteRequest(jobId, requestId),
		findEffect: async (probe) => ((await isThere(probe)) ? undefined : before),
	});
	return isRecord(response) ? readRequest({ ...before, ...response }, jobId) : before;
}

/**
 * Those with one of these source IDs. A list may hide them: if it shows none at all, the requests
 * are read by themselves, unless the first one has none either.
 */
async function* bySourceId(
	client: Client,
	listed: AsyncIterable<TranslationRequest>,
	wanted: readonly string[],
): AsyncGenerator<TranslationRequest> {
	const isWanted = ({ sourceNativeId }: TranslationRequest) =>
		hasSourceId({ sourceNativeId }) && wanted.some((id) => sameName(id, String(sourceNativeId)));
	let areHidden = true;
	const without: TranslationRequest[] = [];
	for await (const request of listed) {
		if (!hasSourceId(request)) {
			if (areHidden) without.push(request);
			continue;
		}
		areHidden = false;
		if (isWanted(request)) yield request;
	}
	if (!areHidden) return;
	for (const { jobId, requestId } of without) {
		const request = await getRequest(client, jobId, requestId);
		if (!hasSourceId(request) && requestId === without[0]!.requestId) return;
		if (isWanted(request)) yield request;
	}
}

const hasSourceId = ({ sourceNativeId }: Pick<TranslationRequest, 'sourceNativeId'>): boolean =>
	sourceNativeId !== undefined && sourceNativeId !== null && sourceNativeId !== '';
