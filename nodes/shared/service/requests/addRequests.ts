import type { IDataObject } from 'n8n-workflow';

import { OperationFailed } from '../../items/operationFailed';
import { sameCode } from '../../rules/languages/codes';
import { splitTargets } from '../../rules/limits';
import type { Client } from '../../transport/client';
import { eachItem } from '../../transport/pages';
import { rememberingIds } from '../effects';
import { readRequest, type TranslationRequest } from '../resources';
import { EXPECTED } from '../responses';
import { COLLECTIONS, PATHS, unconfirmedFields } from '../wire';
import { listRequests, type NewRequests, REQUEST_FIELDS } from './requests';

/** Returns one request per target language. Other fields of the item are not sent. */
export async function addRequests(
	client: Client,
	jobId: string,
	item: NewRequests,
): Promise<TranslationRequest[]> {
	const fields = pick(item, Object.keys(REQUEST_FIELDS) as Array<keyof NewRequests>);
	const created: TranslationRequest[] = [];
	let offset = 0;
	for (const targets of splitTargets(item.targetNativeLanguageCodes)) {
		const ids = item.targetNativeIds?.slice(offset, offset + targets.length);
		offset += targets.length;
		created.push(
			...(await addBatch(client, jobId, {
				...fields,
				targetNativeLanguageCodes: targets,
				targetNativeIds: ids,
			})),
		);
	}
	return created;
}

const pick = <T, Name extends keyof T & string>(values: T, names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<T, Name>;

/**
 * A new file or content identifies the requests of this call. Items that share a file differ in
 * name and language, and in what this process remembers.
 */
async function addBatch(
	client: Client,
	jobId: string,
	item: NewRequests,
): Promise<TranslationRequest[]> {
	const { targetNativeLanguageCodes: targets } = item;
	const add = async (made: readonly string[]) => {
		const isMade = (request: TranslationRequest) =>
			!made.includes(request.requestId) && isOf(item, request);
		const readBack = async (probe: Client) => {
			const found: TranslationRequest[] = [];
			for await (const request of listRequests(probe, jobId))
				if (isMade(request)) found.push(request);
			// A call in progress has made only some of them.
			return coversAll(targets, found) ? { [COLLECTIONS.requests]: found } : undefined;
		};
		const call = {
			method: 'POST' as const,
			path: PATHS.addRequests(jobId),
			body: item,
			unconfirmed: unconfirmedFields(item),
			about: { jobId },
			expects: EXPECTED.requests(jobId),
			findEffect: readBack,
			// A repetition by n8n stores the same content again, under another id.
			identity: { ...item, fmsFileId: undefined, sourcecontentId: undefined },
		};
		const noteResponse: TranslationRequest[] = [];
		for await (const raw of eachItem<IDataObject>(client, call, {
			nextPath: PATHS.requests(jobId),
		})) {
			noteResponse.push(readRequest(raw, jobId));
			if (coversAll(targets, noteResponse)) break;
		}
		const created = targets.flatMap(
			(target) =>
				noteResponse.find(({ targetNativeLanguageCode }) =>
					sameCode(targetNativeLanguageCode, target),
				) ?? [],
		);
		if (created.length === targets.length) return created;
		const found = await readBack(client);
		if (found) return found[COLLECTIONS.requests];
		throw addedInPart(jobId, item, created);
	};
	return await rememberingIds(
		`${client.session.baseUrl} requests ${jobId} ${JSON.stringify(item)}`,
		client.cancelSignal,
		add,
		(requests) => requests.map(({ requestId }) => requestId),
	);
}

function isOf(item: NewRequests, request: TranslationRequest): boolean {
	return (
		request.requestName === item.requestName &&
		(item.sourceNativeId === undefined ||
			request.sourceNativeId === undefined ||
			request.sourceNativeId === item.sourceNativeId) &&
		(item.fmsFileId === undefined || request.fileId === item.fmsFileId) &&
		(item.sourcecontentId === undefined || request.sourceContentId === item.sourcecontentId) &&
		item.targetNativeLanguageCodes.some((target) =>
			sameCode(request.targetNativeLanguageCode, target),
		)
	);
}

const coversAll = (targets: readonly string[], requests: readonly TranslationRequest[]): boolean =>
	targets.every((target) =>
		requests.some(({ targetNativeLanguageCode }) => sameCode(targetNativeLanguageCode, target)),
	);

function addedInPart(
	jobId: string,
	{ requestName, targetNativeLanguageCodes: targets }: NewRequests,
	created: readonly TranslationRequest[],
): OperationFailed {
	const missing = targets.filter((target) => !coversAll([target], created));
	return new OperationFailed(
		`The service accepted "${requestName}" without ${missing.join(', ')}`,
		`Job ${jobId} has ${created.length} of ${targets.length} requests for it. Look at the job: the missing ones can be added with another call, or the requests deleted.`,
	);
}
