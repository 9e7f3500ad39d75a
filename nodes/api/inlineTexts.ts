/**
 * The specification lets requests carry their texts, but shows no field for them. So they are
 * stored as source content, and go into the request only where the service has no such path.
 */
import { isRecord } from '../../l10n/json';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { asError, isStatus, refusalSource } from '../http/errors';
import { checkContentSize } from '../rules/limits';
import { isRefused, rememberRefusal } from './guesses';
import { getJob } from './jobs';
import { getRequest, type RequestFields } from './requests';
import type { KeyValue, TranslationRequest } from './resources';
import { createSourceContent, getSourceContent, holdsPairs } from './sourceContent';
import { INLINE_TEXTS } from './wire';

export type StoredTexts = { sourcecontentId: string } | { [INLINE_TEXTS]: KeyValue[] };

const NO_SUCH_PATH = [404, 405, 501];

/** Stores texts for requests. If the service itself has no place for them, they stay inline. */
export async function storeTexts(
	client: Client,
	jobId: string,
	pairs: KeyValue[],
): Promise<StoredTexts> {
	if (isRefused(client, 'sourceContent')) {
		checkContentSize({ fields: pairs });
		return { [INLINE_TEXTS]: pairs };
	}
	try {
		const { sourceContentId } = await createSourceContent(client, jobId, pairs);
		return { sourcecontentId: sourceContentId };
	} catch (error) {
		if (!isStatus(error, ...NO_SUCH_PATH) || refusalSource(error) !== 'object')
			throw asError(error);
		// A missing job is refused in the same way.
		await getJob(client, jobId);
		return { [INLINE_TEXTS]: pairs };
	}
}

/** The texts that a request shows. Undefined if it shows none. */
export function inlineTexts(request: TranslationRequest): KeyValue[] | undefined {
	const shown: unknown = request[INLINE_TEXTS];
	const fields: unknown = isRecord(shown) ? shown.fields : shown;
	return Array.isArray(fields) && fields.length > 0 ? (fields as KeyValue[]) : undefined;
}

/** Adds what a list may leave out: where the content of a request is. Some services tell nowhere. */
export async function withContent(
	client: Client,
	request: TranslationRequest,
): Promise<TranslationRequest> {
	const isShown =
		request.fileId || request.fileName || request.sourceContentId || inlineTexts(request);
	if (isShown) return request;
	try {
		const whole = await getRequest(client, request.jobId, request.requestId);
		const { fileId, sourceContentId } = whole;
		return { ...request, fileId, sourceContentId, [INLINE_TEXTS]: inlineTexts(whole) };
	} catch (error) {
		if (isStatus(error, ...NO_SUCH_PATH)) return request;
		throw asError(error);
	}
}

export const NOT_SHOWN =
	'It has no source content, and does not show the texts that were sent within a request, so it is not certain that it has them.';

/**
 * Reads inline texts back: a service that ignores the field makes empty requests. False if one of
 * the requests does not show them.
 */
export async function holdTexts(
	client: Client,
	jobId: string,
	requestIds: readonly string[],
	pairs: readonly KeyValue[],
): Promise<boolean> {
	for (const requestId of requestIds) {
		const fields = await readTexts(client, await getRequest(client, jobId, requestId));
		if (!holdsPairs({ fields }, pairs)) return false;
	}
	rememberRefusal(client, 'sourceContent');
	return true;
}

async function readTexts(client: Client, request: TranslationRequest): Promise<KeyValue[]> {
	const { jobId, sourceContentId } = request;
	const inline = inlineTexts(request);
	if (inline || !sourceContentId) return inline ?? [];
	try {
		return (await getSourceContent(client, jobId, sourceContentId)).fields;
	} catch (error) {
		if (isStatus(error, ...NO_SUCH_PATH)) return [];
		throw asError(error);
	}
}

/** Changes requests. New texts are stored first, or read back if they went into the requests. */
export async function changeWithTexts<Result>(
	client: Client,
	jobId: string,
	requestIds: readonly string[],
	{ [INLINE_TEXTS]: pairs, ...others }: RequestFields,
	change: (fields: RequestFields) => Promise<Result>,
): Promise<Result> {
	if (!pairs) return await change(others);
	const stored = await storeTexts(client, jobId, pairs);
	const result = await change({ ...others, ...stored });
	if (INLINE_TEXTS in stored && !(await holdTexts(client, jobId, requestIds, pairs)))
		throw new OperationFailed(
			`The service does not show the new texts of ${requestIds.join(', ')}`,
			`${NOT_SHOWN} Other fields were changed. Replace the content with a file instead.`,
		);
	return result;
}
