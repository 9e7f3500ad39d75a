import { isRecord } from '../../l10n/json';
import { Once } from '../core/caches';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { inlineTexts } from './inlineTexts';
import type { KeyValue, TranslationRequest } from './resources';
import { getSourceContent } from './sourceContent';

/** In the metadata of a request: the fields that were chosen, also those that were not sent. */
export const SENT_PATHS = 'n8nFields';

/** Empty if the request does not say. */
export function sentPaths(request: TranslationRequest): string[] {
	const { extendedMetadata, ExtendedMetadata } = request as Record<string, unknown>;
	const metadata = extendedMetadata ?? ExtendedMetadata;
	const paths: unknown = isRecord(metadata) ? metadata[SENT_PATHS] : undefined;
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
		return await this.contents.get(
			JSON.stringify([jobId, sourceContentId]),
			async () => await readTexts(client, jobId, sourceContentId),
		);
	}
}

/** Without texts, a comparison would find nothing wrong. */
async function readTexts(client: Client, jobId: string, id: string): Promise<KeyValue[]> {
	return checkTexts((await getSourceContent(client, jobId, id)).fields, `of source content ${id}`);
}

function checkTexts(fields: unknown, ofWhat: string): KeyValue[] {
	if (!Array.isArray(fields) || fields.length === 0 || !fields.every(isKeyValue))
		throw new OperationFailed(`The service does not return the texts ${ofWhat}`);
	return fields;
}

const isKeyValue = (field: unknown): field is KeyValue =>
	isRecord(field) && typeof field.key === 'string' && typeof field.value === 'string';
