import type { IDataObject } from 'n8n-workflow';

import { isRecord, omit } from '../../l10n/json';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { readList } from '../http/expected';
import { eachPage } from '../http/pages';
import { CALLS } from './calls';
import { explained } from './requests';
import type { KeyValue } from './resources';
import { COLLECTIONS } from './wire';

export type TranslatedContent = {
	requestId: string;
	jobId: string;
	content: Record<string, string>;
	/** In their order. */
	fields: KeyValue[];
};

/** A response of an unknown form. */
export type UnreadContent = {
	requestId: string;
	jobId: string;
	content?: undefined;
	answer: IDataObject;
};

export async function getTranslatedContent(
	client: Client,
	jobId: string,
	requestId: string,
): Promise<TranslatedContent | UnreadContent> {
	const call = CALLS.translatedContent(jobId, requestId);
	const found: TranslatedItem[] = [];
	let response: unknown;
	for await (const page of explained(client, jobId, eachPage(client, call))) {
		response ??= page;
		const items = hasPairs(page)
			? [page]
			: (readList(page, { list: COLLECTIONS.translatedContent }) ?? []).filter(hasPairs);
		found.push(
			...items.filter(
				(item) => item.requestId === undefined || String(item.requestId) === requestId,
			),
		);
	}
	const fields = found.flatMap(({ targetContent }) => targetContent);
	// Some of the texts would look like all of them.
	if (!found[0] || !fields.every(isPair) || fields.every(({ value }) => value === null))
		return { jobId, requestId, answer: response as IDataObject };
	return {
		jobId,
		requestId,
		...omit(found[0], 'targetContent'),
		content: Object.fromEntries(fields.map(({ key, value }) => [key, value])),
		fields,
	};
}

/** Without texts, a workflow could overwrite a good translation. */
export async function requireTranslatedContent(
	client: Client,
	jobId: string,
	requestId: string,
): Promise<TranslatedContent> {
	const translated = await getTranslatedContent(client, jobId, requestId);
	if (translated.content) return translated;
	throw new OperationFailed(
		`The service returned no translated texts for request ${requestId}`,
		'This node does not know the format of the response. Use the Get Translated Content operation of the Request resource to see it.',
	);
}

type TranslatedItem = IDataObject & { targetContent: unknown[] };

function hasPairs(item: unknown): item is TranslatedItem {
	return isRecord(item) && Array.isArray(item.targetContent);
}

/** A text that was not translated may be null. */
const isPair = (field: unknown): field is KeyValue =>
	isRecord(field) &&
	typeof field.key === 'string' &&
	(typeof field.value === 'string' || field.value === null);
