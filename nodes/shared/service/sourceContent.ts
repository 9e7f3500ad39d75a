import type { IDataObject } from 'n8n-workflow';

import { checkContentSize } from '../rules/limits';
import type { Client } from '../transport/client';
import type { KeyValue } from './requests';
import { PATHS } from './wire';

export interface SourceContent extends IDataObject {
	sourceContentId: string;
	fields: IDataObject[];
}

const readSourceContent = (raw: IDataObject): SourceContent => ({
	...raw,
	sourceContentId: String(raw.sourceContentId ?? raw.sourcecontentId ?? raw.id ?? ''),
	fields: (raw.fields ?? []) as IDataObject[],
});

/** Stores key/value content for requests to refer to. One that nothing refers to does no harm, so a lost answer is simply repeated. */
export async function createSourceContent(client: Client, jobId: string, fields: KeyValue[]): Promise<SourceContent> {
	const body = { fields };
	checkContentSize(body);
	return readSourceContent(
		await client.call<IDataObject>({ method: 'POST', path: PATHS.sourceContents(jobId), body, about: { jobId }, repeatable: true }),
	);
}

export async function getSourceContent(client: Client, jobId: string, id: string): Promise<SourceContent> {
	return readSourceContent(await client.call<IDataObject>({ method: 'GET', path: PATHS.sourceContent(jobId, id), about: { jobId } }));
}

export async function updateSourceContent(client: Client, jobId: string, id: string, fields: KeyValue[]): Promise<SourceContent> {
	const body = { fields };
	checkContentSize(body);
	return readSourceContent(await client.call<IDataObject>({ method: 'PUT', path: PATHS.sourceContent(jobId, id), body, about: { jobId } }));
}
