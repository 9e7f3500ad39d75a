import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { sameCode } from '../rules/languageCodes';
import { isRecord } from '../rules/isRecord';
import { splitTargets } from '../rules/limits';
import type { Client } from '../transport/client';
import { readErrorBody } from '../transport/errorBody';
import { isNotHandedOut, passOn } from '../transport/errors';
import { readList } from '../transport/expected';
import { collect, eachPage, type PageOptions, pages } from '../transport/pages';
import { EXPECTED } from './answers';
import { refuseInProgress } from './inProgress';
import { isInArchive } from './archive';
import { guessing, guessingList, type Takes } from './guesses';
import { getJob } from './jobs';
import { type TranslationRequest, readRequest } from './resources';
import { oneAtATime, reflects } from './takenEffect';
import { APPROVED, COLLECTIONS, DELETABLE, type Guess, PATHS, QUERY, UNSURE_PATH, unsureFields } from './wire';

/** One content item for one or more target languages: a file that was uploaded, or key/value content that was stored. */
export interface NewRequests {
	requestName: string;
	sourceNativeId?: string;
	sourceNativeLanguageCode: string;
	targetNativeLanguageCodes: string[];
	targetNativeIds?: string[];
	fmsFileId?: string;
	sourcecontentId?: string;
	wordCount?: number;
	extendedMetadata?: IDataObject;
}

/** Adds an item to a job, in as many calls as its targets need. Returns one request per target language. */
export async function addRequests(client: Client, jobId: string, item: NewRequests): Promise<TranslationRequest[]> {
	const created: TranslationRequest[] = [];
	let offset = 0;
	for (const targets of splitTargets(item.targetNativeLanguageCodes)) {
		const ids = item.targetNativeIds?.slice(offset, offset + targets.length);
		offset += targets.length;
		created.push(...(await addBatch(client, jobId, { ...item, targetNativeLanguageCodes: targets, targetNativeIds: ids })));
	}
	return created;
}

/**
 * The file or content of a new item is new, too, so that what this call made is known by it. An item that is added with a
 * file of an earlier one is told from it by the name and the language, and by what this process knows to have made.
 */
async function addBatch(client: Client, jobId: string, item: NewRequests): Promise<TranslationRequest[]> {
	const { targetNativeLanguageCodes: targets } = item;
	const add = async (made: readonly string[]) => {
		const isMade = (request: TranslationRequest) => !made.includes(request.requestId) && isOf(item, request);
		const readBack = async (look: Client) => {
			const found: TranslationRequest[] = [];
			for await (const request of listRequests(look, jobId)) if (isMade(request)) found.push(request);
			// A call that is still being carried out has made only some of them.
			return coversAll(targets, found) ? { [COLLECTIONS.requests]: found } : undefined;
		};
		const call = { method: 'POST' as const, path: PATHS.addRequests(jobId), body: item, unsure: unsureFields(item), about: { jobId }, expects: EXPECTED.requests(jobId), findEffect: readBack };
		const answered: TranslationRequest[] = [];
		for await (const raw of pages<IDataObject>(client, call, { nextPath: PATHS.requests(jobId) })) {
			answered.push(readRequest(raw, jobId));
			if (coversAll(targets, answered)) break;
		}
		const created = targets.flatMap((target) => answered.find(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, target)) ?? []);
		if (created.length === targets.length) return created;
		const found = await readBack(client);
		if (found) return found[COLLECTIONS.requests];
		throw addedInPart(client, jobId, item, created);
	};
	return await oneAtATime(`${client.baseUrl} requests ${jobId} ${JSON.stringify(item)}`, client.cancelSignal, add, (requests) => requests.map(({ requestId }) => requestId));
}

function isOf(item: NewRequests, request: TranslationRequest): boolean {
	return (
		request.requestName === item.requestName &&
		(item.sourceNativeId === undefined || request.sourceNativeId === undefined || request.sourceNativeId === item.sourceNativeId) &&
		(item.fmsFileId === undefined || request.fileId === item.fmsFileId) &&
		(item.sourcecontentId === undefined || request.sourceContentId === item.sourcecontentId) &&
		item.targetNativeLanguageCodes.some((target) => sameCode(request.targetNativeLanguageCode, target))
	);
}

const coversAll = (targets: readonly string[], requests: readonly TranslationRequest[]): boolean =>
	targets.every((target) => requests.some(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, target)));

function addedInPart(client: Client, jobId: string, { requestName, targetNativeLanguageCodes: targets }: NewRequests, created: readonly TranslationRequest[]): NodeOperationError {
	const missing = targets.filter((target) => !coversAll([target], created));
	return new NodeOperationError(client.context.getNode(), `The service took "${requestName}" without ${missing.join(', ')}`, {
		description: `Job ${jobId} has ${created.length} of ${targets.length} requests for it. Look at the job: the missing ones can be added with another call, or the requests deleted.`,
	});
}

export async function getRequest(client: Client, jobId: string, requestId: string): Promise<TranslationRequest> {
	const about = { jobId, requestIds: [requestId] };
	return await explainArchived(client, jobId, async () =>
		readRequest(await client.call<IDataObject>({ method: 'GET', path: PATHS.request(jobId, requestId), about, expects: EXPECTED.request(jobId, requestId) }), jobId),
	);
}

export interface RequestQuery {
	ids?: string[];
	statuses?: string[];
	targets?: string[];
}

/** How many ids fit into one address. */
const IDS_PER_CALL = 50;

type ListOptions = Pick<PageOptions, 'onPage' | 'goOn'>;

/** The requests of a job. Filters are applied to the answer as well, in case the service does not take them. */
export async function* listRequests(client: Client, jobId: string, query: RequestQuery = {}, options: ListOptions = {}): AsyncGenerator<TranslationRequest> {
	const guesses: Guess[] = [...(query.statuses?.length ? ['statusFilter' as const] : []), ...((query.ids?.length ?? 0) > 1 ? ['requestIds' as const] : [])];
	yield* guessingList(client, guesses, (takes) => requestsOf(client, jobId, query, takes, options));
}

async function* requestsOf(client: Client, jobId: string, { ids = [], statuses = [], targets = [] }: RequestQuery, takes: Takes, options: ListOptions): AsyncGenerator<TranslationRequest> {
	const wantedIds = new Set(ids);
	const seen = new Set<string>();
	for (const group of ids.length === 1 || takes('requestIds') ? inGroups(ids) : [undefined]) {
		if (group?.every((id) => seen.has(id))) continue;
		const call = {
			method: 'GET' as const,
			path: PATHS.requests(jobId),
			query: { [QUERY.requestId]: group, [QUERY.status]: statuses.length > 0 && takes('statusFilter') ? statuses : undefined },
			about: { jobId, requestIds: group },
			expects: EXPECTED.requests(jobId),
		};
		for await (const raw of explained(client, jobId, pages<IDataObject>(client, call, options))) {
			const request = readRequest(raw, jobId);
			const isWanted =
				(ids.length === 0 || wantedIds.has(request.requestId)) &&
				(statuses.length === 0 || statuses.includes(request.statusCode)) &&
				(targets.length === 0 || targets.some((target) => sameCode(request.targetNativeLanguageCode, target)));
			if (!isWanted || (ids.length > 0 && seen.has(request.requestId))) continue;
			seen.add(request.requestId);
			yield request;
		}
	}
}

const inGroups = (ids: string[]) => Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, i) => ids.slice(i * IDS_PER_CALL, (i + 1) * IDS_PER_CALL));

/** The service does not hand out the requests of an archived job; its own message does not say so. */
async function explainArchived<T>(client: Client, jobId: string, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (isNotHandedOut(error) && (await isArchivedNow(client, jobId))) {
			throw new NodeOperationError(client.context.getNode(), `Job ${jobId} is archived, so its requests cannot be read`, {
				description: 'Unarchive the job first (operation "Unarchive", with "Wait Until Done"), then try again.',
			});
		}
		throw passOn(client.context.getNode(), error);
	}
}

async function* explained<T>(client: Client, jobId: string, items: AsyncGenerator<T>): AsyncGenerator<T> {
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

export type RequestFields = Partial<Omit<NewRequests, 'targetNativeLanguageCodes' | 'targetNativeIds'>> & { targetNativeLanguageCode?: string };

export async function updateRequest(client: Client, jobId: string, requestId: string, fields: RequestFields): Promise<TranslationRequest> {
	const answer = await client.call<IDataObject>({
		method: 'PATCH',
		path: PATHS.request(jobId, requestId),
		body: fields,
		unsure: unsureFields(fields),
		about: { jobId, requestIds: [requestId] },
		expects: EXPECTED.request(jobId, requestId),
		findEffect: async (look) => {
			const request = await getRequest(look, jobId, requestId);
			return reflects(readBack(fields), request) ? request : undefined;
		},
	});
	return readRequest(answer, jobId);
}

/** A file or content is sent and read back under different names. */
function readBack({ fmsFileId, sourcecontentId, ...fields }: RequestFields): IDataObject {
	return { ...fields, fileId: fmsFileId, sourceContentId: sourcecontentId };
}

export async function updateRequests(client: Client, jobId: string, requestIds: string[], fields: RequestFields): Promise<TranslationRequest[]> {
	return await guessing(client, ['patchRequests'], async (takes) =>
		takes('patchRequests') ? await updateTogether(client, jobId, requestIds, fields) : await updateOneByOne(client, jobId, requestIds, fields),
	);
}

/** All of them are known to be there before the first one is changed. */
async function updateOneByOne(client: Client, jobId: string, requestIds: string[], fields: RequestFields): Promise<TranslationRequest[]> {
	const present = await collect(listRequests(client, jobId, { ids: requestIds }));
	const missing = requestIds.filter((id) => !isAll([id], present));
	if (missing.length > 0) {
		throw new NodeOperationError(client.context.getNode(), `Job ${jobId} has no request ${missing.join(', ')}`, { description: 'Nothing was changed. Check the request ids.' });
	}
	const updated: TranslationRequest[] = [];
	for (const requestId of requestIds) updated.push(await updateRequest(client, jobId, requestId, fields));
	return updated;
}

async function updateTogether(client: Client, jobId: string, requestIds: string[], fields: RequestFields): Promise<TranslationRequest[]> {
	const isDone = (requests: readonly TranslationRequest[]) => isAll(requestIds, requests) && requests.every((request) => reflects(readBack(fields), request));
	const findEffect = async (look: Client) => {
		const requests = await collect(listRequests(look, jobId, { ids: requestIds }));
		return isDone(requests) ? requests : undefined;
	};
	const call = { method: 'PATCH' as const, path: PATHS.requests(jobId), body: { requestIds, ...fields }, about: { jobId, requestIds } };
	const requests = readRequests(await client.call<unknown>({ ...call, expects: EXPECTED.requests(jobId), findEffect }), jobId);
	if (isAll(requestIds, requests)) return requests;
	const now = await collect(listRequests(client, jobId, { ids: requestIds }));
	if (isDone(now)) return now;
	throw new NodeOperationError(client.context.getNode(), `The service did not change all ${requestIds.length} requests`, {
		description: 'Get the requests of the job to see which of them have changed, then run this again: changing a request to the same values twice does no harm.',
	});
}

const readRequests = (answer: unknown, jobId: string): TranslationRequest[] =>
	(readList(answer, EXPECTED.requests(jobId)) ?? []).map((raw) => readRequest(raw as IDataObject, jobId));

const isAll = (requestIds: readonly string[], requests: readonly TranslationRequest[]): boolean => requestIds.every((id) => requests.some(({ requestId }) => requestId === id));

/** What was decided about requests; proved by the answer or by a look at them, never by a success alone. */
async function decide(client: Client, jobId: string, path: string, requestIds: string[], decided: string, note?: string): Promise<TranslationRequest[]> {
	const isDone = (requests: readonly TranslationRequest[]) => isAll(requestIds, requests) && requests.every(({ statusCode }) => statusCode === decided);
	const readAll = async (look: Client) => await collect(listRequests(look, jobId, { ids: requestIds }));
	const findEffect = async (look: Client) => {
		const requests = await readAll(look);
		return isDone(requests) ? requests : undefined;
	};
	const body = { requestIds, note: note || undefined };
	const answer = await client.call<unknown>({ method: 'PUT', path, body, unsure: unsureFields(body), about: { jobId, requestIds }, expects: EXPECTED.decision(jobId), findEffect });
	const answered = readRequests(answer, jobId).filter(({ requestId }) => requestIds.includes(requestId));
	if (isDone(answered)) return answered;
	const now = await readAll(client);
	if (isDone(now)) return now;
	const undecided = requestIds.filter((id) => now.find(({ requestId }) => requestId === id)?.statusCode !== decided);
	throw refused(client, undecided, answered.length === 0 ? readErrorBody(answer) : '');
}

const refused = (client: Client, requestIds: string[], refusal: string) =>
	new NodeApiError(
		client.context.getNode(),
		{},
		{
			message: refusal ? `The service did not take the decision: ${refusal}` : 'The service did not take the decision, and gave no reason',
			description: `${requestIds.length === 1 ? `Request ${requestIds[0]} is` : `Requests ${requestIds.join(', ')} are`} as before. Only what is in review can be approved or rejected.`,
			httpCode: '409',
		},
	);

export async function approveRequests(client: Client, jobId: string, requestIds: string[]): Promise<TranslationRequest[]> {
	return await decide(client, jobId, PATHS.approve(jobId), requestIds, APPROVED);
}

export async function rejectRequests(client: Client, jobId: string, requestIds: string[], note?: string): Promise<TranslationRequest[]> {
	return await decide(client, jobId, PATHS.reject(jobId), requestIds, 'TRANSLATION_REJECTED', note);
}

export async function deleteRequest(client: Client, jobId: string, requestId: string): Promise<TranslationRequest> {
	const before = await getRequest(client, jobId, requestId);
	refuseInProgress(client, `Request ${requestId}`, before.statusCode, DELETABLE.request, 'Ask the provider to cancel it.');
	const isThere = async (look: Client) => {
		for await (const request of listRequests(look, jobId)) if (request.requestId === requestId) return true;
		return false;
	};
	const answer = await client.call<IDataObject | undefined>({
		method: 'DELETE',
		path: PATHS.request(jobId, requestId),
		about: { jobId, requestIds: [requestId] },
		expects: EXPECTED.requestOrNothing(requestId),
		findEffect: async (look) => ((await isThere(look)) ? undefined : before),
	});
	return isRecord(answer) ? readRequest({ ...before, ...answer }, jobId) : before;
}

export interface KeyValue {
	key: string;
	value: string;
}

export interface TranslatedContent extends IDataObject {
	requestId: string;
	jobId: string;
	/** The pairs by key. */
	content: Record<string, string>;
	/** The pairs in their order. */
	fields: IDataObject[];
}

/** An answer in which no pairs were found: a shape not known yet. */
export interface UnreadContent extends IDataObject {
	requestId: string;
	jobId: string;
	content?: undefined;
	/** As the service gave it. */
	answer: IDataObject;
}

/** The translated key/value pairs of a request, with what the service tells about it. */
export async function getTranslatedContent(client: Client, jobId: string, requestId: string): Promise<TranslatedContent | UnreadContent> {
	const about = { jobId, requestIds: [requestId] };
	const call = { method: 'GET' as const, path: PATHS.retrieveContent(jobId, requestId), unsure: UNSURE_PATH, about, expects: EXPECTED.translatedContent };
	const found: TranslatedItem[] = [];
	let answer: unknown;
	for await (const page of explained(client, jobId, eachPage(client, call))) {
		answer ??= page;
		const items = hasPairs(page) ? [page] : (readList(page, { list: COLLECTIONS.translatedContent }) ?? []).filter(hasPairs);
		found.push(...items.filter((item) => item.requestId === undefined || String(item.requestId) === requestId));
	}
	const fields = found.flatMap(({ targetContent }) => targetContent);
	if (!found[0] || fields.length === 0) return { jobId, requestId, answer: answer as IDataObject };
	const { targetContent: _pairs, ...others } = found[0];
	return { jobId, requestId, ...others, content: Object.fromEntries(fields.map(({ key, value }) => [key, value])), fields: fields as unknown as IDataObject[] };
}

type TranslatedItem = IDataObject & { targetContent: KeyValue[] };

function hasPairs(item: unknown): item is TranslatedItem {
	return isRecord(item) && Array.isArray(item.targetContent);
}
