/**
 * The texts of requests. The specification lets requests carry them, but shows no field for them.
 * So they are stored as source content, and go into the request only where the service has no such
 * path.
 */
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../l10n/json';
import { Once } from '../core/caches';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { asError, isStatus, refusalSource } from '../http/errors';
import { checkContentSize } from '../rules/limits';
import { CALLS } from './calls';
import { isRefused, rememberRefusal } from './guesses';
import { getJob } from './jobs';
import { getRequest, type RequestFields } from './requests';
import type { KeyValue, TranslationRequest } from './resources';
import { INLINE_TEXTS } from './wire';

type SourceContent = {
	sourceContentId: string;
	fields: KeyValue[];
};

const readSourceContent = (raw: IDataObject): SourceContent => ({
	...raw,
	sourceContentId: String(raw.sourceContentId ?? raw.sourcecontentId ?? raw.id ?? ''),
	fields: (raw.fields ?? []) as KeyValue[],
});

/** In any order. */
export function areSamePairs(stored: readonly KeyValue[], pairs: readonly KeyValue[]): boolean {
	const spell = (fields: ReadonlyArray<{ key?: unknown; value?: unknown }>) =>
		JSON.stringify(fields.map(({ key, value }) => [key, value]).sort());
	return spell(stored) === spell(pairs);
}

/** Unused content does no harm, so a lost call is simply repeated. */
export async function createSourceContent(
	client: Client,
	jobId: string,
	fields: KeyValue[],
): Promise<SourceContent> {
	const body = { fields };
	checkContentSize(body);
	return readSourceContent(
		await client.call<IDataObject>({
			...CALLS.createSourceContent(jobId),
			body,
			repeatable: true,
		}),
	);
}

export async function getSourceContent(
	client: Client,
	jobId: string,
	id: string,
): Promise<SourceContent> {
	return readSourceContent(await client.call<IDataObject>(CALLS.sourceContent(jobId, id)));
}

export async function updateSourceContent(
	client: Client,
	jobId: string,
	id: string,
	fields: KeyValue[],
): Promise<SourceContent> {
	const body = { fields };
	checkContentSize(body);
	const findEffect = async (probe: Client) => {
		const stored = await getSourceContent(probe, jobId, id);
		return areSamePairs(stored.fields, fields) ? stored : undefined;
	};
	const call = CALLS.changeSourceContent(jobId, id);
	return readSourceContent(await client.call<IDataObject>({ ...call, body, findEffect }));
}

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
	const whole = await orElse(
		request,
		async () => await getRequest(client, request.jobId, request.requestId),
	);
	const { fileId, sourceContentId } = whole;
	return { ...request, fileId, sourceContentId, [INLINE_TEXTS]: inlineTexts(whole) };
}

/** What stands for it where the service has no such path. */
async function orElse<T>(instead: T, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (isStatus(error, ...NO_SUCH_PATH)) return instead;
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
		const request = await getRequest(client, jobId, requestId);
		const { sourceContentId } = request;
		const nothing: SourceContent = { sourceContentId: '', fields: [] };
		const shown = inlineTexts(request);
		const { fields } =
			!shown && sourceContentId
				? await orElse(nothing, async () => await getSourceContent(client, jobId, sourceContentId))
				: nothing;
		if (!areSamePairs(shown ?? fields, pairs)) return false;
	}
	rememberRefusal(client, 'sourceContent');
	return true;
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

/** In the metadata of a request: the fields that were chosen, also those that were not sent. */
export const SENT_PATHS = 'n8nFields';

/** Empty if the request does not say. */
export function sentPaths({ extendedMetadata }: TranslationRequest): string[] {
	const paths: unknown = isRecord(extendedMetadata) ? extendedMetadata[SENT_PATHS] : undefined;
	return Array.isArray(paths) && paths.every((path) => typeof path === 'string') ? paths : [];
}

/** The texts that were sent, read once per run: the languages of a content item share them. */
export class SentTexts {
	private readonly contents = new Once<KeyValue[]>();

	/** @param request - With its content, see `withContent`. */
	async of(client: Client, request: TranslationRequest): Promise<KeyValue[]> {
		const { jobId, requestId, sourceContentId } = request;
		const inline = inlineTexts(request);
		if (inline) return checkTexts(inline, `of request ${requestId}`);
		if (!sourceContentId)
			throw new OperationFailed(`Request ${requestId} does not say which texts were sent`);
		return await this.contents.get(JSON.stringify([jobId, sourceContentId]), async () => {
			const { fields } = await getSourceContent(client, jobId, sourceContentId);
			return checkTexts(fields, `of source content ${sourceContentId}`);
		});
	}
}

/** Without texts, a comparison would find nothing wrong. */
function checkTexts(fields: unknown, ofWhat: string): KeyValue[] {
	const isKeyValue = (field: unknown): field is KeyValue =>
		isRecord(field) && typeof field.key === 'string' && typeof field.value === 'string';
	if (!Array.isArray(fields) || fields.length === 0 || !fields.every(isKeyValue))
		throw new OperationFailed(`The service does not return the texts ${ofWhat}`);
	return fields;
}
