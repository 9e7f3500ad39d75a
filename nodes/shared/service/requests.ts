import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { sameCode } from '../rules/languageCodes';
import { splitTargets } from '../rules/limits';
import { serverMs } from '../rules/serverTime';
import type { Client } from '../transport/client';
import { readErrorBody } from '../transport/errorBody';
import { isNotHandedOut, passOn } from '../transport/errors';
import { collect, type PageOptions, pages, readItems } from '../transport/pages';
import { refuseInProgress } from './inProgress';
import { getJob, isArchived } from './jobs';
import { type TranslationRequest, readRequest } from './resources';
import { CLOCK_TOLERANCE_MS, oneAtATime, reflects } from './takenEffect';
import { APPROVED, COLLECTIONS, DELETABLE, PATHS, QUERY } from './wire';

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

async function addBatch(client: Client, jobId: string, item: NewRequests): Promise<TranslationRequest[]> {
	let wasLost = false;
	const add = async (made: readonly string[]) => {
		const startedAt = Date.now();
		const findEffect = async () => {
			const found = await collect(requestsOf(client, jobId, item, startedAt, made));
			wasLost = found.length > 0;
			return found.length > 0 ? { [COLLECTIONS.requests]: found } : undefined;
		};
		const call = { method: 'POST' as const, path: PATHS.addRequests(jobId), body: item, about: { jobId }, findEffect };
		const items = await collect(pages<IDataObject>(client, call, COLLECTIONS.requests, { nextPath: PATHS.requests(jobId) }));
		return items.map((raw) => readRequest(raw, jobId));
	};
	const created = await oneAtATime(`${client.baseUrl} requests ${jobId} ${JSON.stringify(item)}`, add, (requests) => requests.map(({ requestId }) => requestId));
	// Only when its answer was lost can a call have been carried out in part.
	if (!wasLost) return created;
	const missing = item.targetNativeLanguageCodes.filter((target) => !created.some((request) => sameCode(request.targetNativeLanguageCode, target)));
	if (missing.length === 0) return created;
	const ids = item.targetNativeIds && missing.map((target) => item.targetNativeIds![item.targetNativeLanguageCodes.indexOf(target)]!);
	return [...created, ...(await addBatch(client, jobId, { ...item, targetNativeLanguageCodes: missing, targetNativeIds: ids }))];
}

/** The requests that this very call made, among those the job has. */
async function* requestsOf(client: Client, jobId: string, item: NewRequests, startedAt: number, made: readonly string[]): AsyncGenerator<TranslationRequest> {
	for await (const request of listRequests(client, jobId)) {
		const isNew = (serverMs(request.createdDate) ?? Infinity) >= client.serverTime(startedAt) - CLOCK_TOLERANCE_MS;
		if (
			isNew &&
			!made.includes(request.requestId) &&
			request.requestName === item.requestName &&
			(item.fmsFileId === undefined || request.fileId === item.fmsFileId) &&
			(item.sourcecontentId === undefined || request.sourceContentId === item.sourcecontentId) &&
			item.targetNativeLanguageCodes.some((target) => sameCode(request.targetNativeLanguageCode, target))
		) {
			yield request;
		}
	}
}

export async function getRequest(client: Client, jobId: string, requestId: string): Promise<TranslationRequest> {
	const about = { jobId, requestIds: [requestId] };
	return await explainArchived(client, jobId, async () =>
		readRequest(await client.call<IDataObject>({ method: 'GET', path: PATHS.request(jobId, requestId), about }), jobId),
	);
}

export interface RequestQuery {
	ids?: string[];
	statuses?: string[];
	targets?: string[];
}

/** How many ids fit into one address. */
const IDS_PER_CALL = 50;

/** The requests of a job. Filters are applied to the answer as well, in case the service ignores them. */
export async function* listRequests(
	client: Client,
	jobId: string,
	{ ids, statuses, targets }: RequestQuery = {},
	options: Pick<PageOptions, 'onPage'> = {},
): AsyncGenerator<TranslationRequest> {
	const groups = ids?.length ? Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, i) => ids.slice(i * IDS_PER_CALL, (i + 1) * IDS_PER_CALL)) : [undefined];
	const seen = new Set<string>();
	for (const group of groups) {
		const call = {
			method: 'GET' as const,
			path: PATHS.requests(jobId),
			query: { [QUERY.requestId]: group, [QUERY.status]: statuses?.length ? statuses : undefined },
			about: { jobId, requestIds: group },
		};
		const raws = pages<IDataObject>(client, call, COLLECTIONS.requests, options);
		for (;;) {
			const next = await explainArchived(client, jobId, async () => await raws.next());
			if (next.done) break;
			const request = readRequest(next.value, jobId);
			const wanted =
				(!group || group.includes(request.requestId)) &&
				(!statuses?.length || statuses.includes(request.statusCode)) &&
				(!targets?.length || targets.some((target) => sameCode(request.targetNativeLanguageCode, target)));
			if (!wanted || (group && seen.has(request.requestId))) continue;
			seen.add(request.requestId);
			yield request;
		}
	}
}

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

async function isArchivedNow(client: Client, jobId: string): Promise<boolean> {
	try {
		return isArchived(await getJob(client, jobId));
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
		about: { jobId, requestIds: [requestId] },
		findEffect: async () => {
			const request = await getRequest(client, jobId, requestId);
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
	const findEffect = async () => {
		const requests = await collect(listRequests(client, jobId, { ids: requestIds }));
		const done = requests.length === requestIds.length && requests.every((request) => reflects(readBack(fields), request));
		return done ? { [COLLECTIONS.requests]: requests } : undefined;
	};
	const call = { method: 'PATCH' as const, path: PATHS.requests(jobId), body: { requestIds, ...fields }, about: { jobId, requestIds }, findEffect };
	return (await collect(pages<IDataObject>(client, call, COLLECTIONS.requests))).map((raw) => readRequest(raw, jobId));
}

async function decide(client: Client, jobId: string, path: string, requestIds: string[], decided: string, note?: string): Promise<TranslationRequest[]> {
	const findEffect = async () => {
		const requests = await collect(listRequests(client, jobId, { ids: requestIds }));
		const done = requests.length === requestIds.length && requests.every(({ statusCode }) => statusCode === decided);
		return done ? { [COLLECTIONS.requests]: requests } : undefined;
	};
	const body = { requestIds, ...(note ? { note } : {}) };
	const answer = await client.call<unknown>({ method: 'PUT', path, body, about: { jobId, requestIds }, findEffect });
	const requests = readItems<IDataObject>(answer, COLLECTIONS.requests).map((raw) => readRequest(raw, jobId));
	const isComplete = requestIds.every((id) => requests.some(({ requestId }) => requestId === id));
	if (isComplete) return requests;
	const now = await collect(listRequests(client, jobId, { ids: requestIds }));
	const undecided = now.filter(({ statusCode }) => statusCode !== decided).map(({ requestId }) => requestId);
	// The service refuses with an error object; which HTTP status it comes with is not said.
	const refusal = requests.length === 0 ? readErrorBody(answer) : '';
	if (refusal && undecided.length > 0) throw refused(client, undecided, refusal);
	return now;
}

const refused = (client: Client, requestIds: string[], refusal: string) =>
	new NodeApiError(
		client.context.getNode(),
		{},
		{
			message: `The service did not take the decision: ${refusal}`,
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
	const stillThere = async () => {
		for await (const request of listRequests(client, jobId)) if (request.requestId === requestId) return true;
		return false;
	};
	const answer = await client.call<IDataObject | undefined>({
		method: 'DELETE',
		path: PATHS.request(jobId, requestId),
		about: { jobId, requestIds: [requestId] },
		findEffect: async () => ((await stillThere()) ? undefined : before),
	});
	return answer && typeof answer === 'object' ? readRequest({ ...before, ...answer }, jobId) : before;
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
	const call = { method: 'GET' as const, path: PATHS.retrieveContent(jobId, requestId), about: { jobId, requestIds: [requestId] } };
	let answer: unknown;
	const readPage = (page: unknown): unknown[] => {
		answer ??= page;
		return hasPairs(page) ? [page] : readItems(page, COLLECTIONS.requests);
	};
	const found = (await explainArchived(client, jobId, async () => await collect(pages(client, call, readPage)))).filter(hasPairs);
	if (!found[0]) return { jobId, requestId, answer: answer as IDataObject };
	const fields = found.flatMap(({ targetContent }) => targetContent);
	const { targetContent: _pairs, ...about } = found[0];
	return { jobId, requestId, ...about, content: Object.fromEntries(fields.map(({ key, value }) => [key, value])), fields: fields as unknown as IDataObject[] };
}

function hasPairs(item: unknown): item is IDataObject & { targetContent: KeyValue[] } {
	return item !== null && typeof item === 'object' && Array.isArray((item as IDataObject).targetContent);
}
